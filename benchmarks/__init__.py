"""What the product costs, beside bare Flask and a transaction written by hand. See README.md."""
