"""For the machines that watch over the server."""
