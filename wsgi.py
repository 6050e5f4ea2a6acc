"""What a WSGI server loads in this folder: `gunicorn -c gunicorn.conf.py wsgi:app`."""

from scorekeeper.wsgi import app

__all__ = ["app"]
