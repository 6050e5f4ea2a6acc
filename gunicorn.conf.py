"""Settings for `gunicorn -c gunicorn.conf.py wsgi:app`, the same that `scorekeeper serve` uses.

They come from the SCOREKEEPER_… variables (docs/configuration.md). Below the import, any setting of gunicorn
can be given another value.
"""

from scorekeeper.gunicorn_settings import *  # noqa: F403
