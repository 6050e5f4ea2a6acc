"""The application for a WSGI server, set up from the environment."""

from scorekeeper.app import create_app
from scorekeeper.config import read_config_or_exit

app = create_app(read_config_or_exit())
