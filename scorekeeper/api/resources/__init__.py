"""One folder for each noun of the API: its routes, what is sent, and how it comes back."""
