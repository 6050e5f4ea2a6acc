"""gunicorn's settings, one variable each, made from ours.

`scorekeeper serve` names this module to gunicorn, `gunicorn.conf.py` at the top of the repository imports it.
"""

import sys
from typing import Any

from scorekeeper import listening, storage
from scorekeeper.config import read_config_or_exit

# Made before any process is forked, so that all of them have the same.
from scorekeeper.right_of_way import right_of_way  # noqa: F401
from scorekeeper.server import PortTaken, connections_of_a_process, heartbeat_folder, require_free
from scorekeeper.thinking.client import owned_by

__all__ = [
    "accesslog",
    "bind",
    "control_socket_disable",
    "forwarded_allow_ips",
    "forwarder_headers",
    "graceful_timeout",
    "keepalive",
    "limit_request_line",
    "logger_class",
    "loglevel",
    "nworkers_changed",
    "on_starting",
    "post_fork",
    "pre_fork",
    "preload_app",
    "reuse_port",
    "secure_scheme_headers",
    "threads",
    "worker_class",
    "worker_connections",
    "worker_tmp_dir",
    "workers",
    "wsgi_app",
]

_config = read_config_or_exit()

wsgi_app = "scorekeeper.wsgi:app"
bind = [str(_config.address)]
workers = _config.workers
threads = _config.threads
worker_connections = connections_of_a_process(threads, _config.streams)
worker_class = "scorekeeper.worker.Worker"
logger_class = "scorekeeper.logs.ServerLog"
loglevel = _config.log_level
accesslog = "-" if _config.access_log else None

# Every process accepts at a socket of its own (`listening`), and not by this setting.
reuse_port = False
# A table taps in a roll every few seconds: keep its connection that long. An idle one costs no thread.
keepalive = 15
graceful_timeout = 10
# The most that gunicorn can be told to take: a query of many parameters is the API's to refuse.
limit_request_line = 8_190
# No header says where a request comes from, what its path is, or that it was encrypted: not from this machine
# either, and not through a Unix socket. Which proxies are believed about addresses is a setting of ours.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers: dict[str, str] = {}
worker_tmp_dir = heartbeat_folder()
# Each process opens its own database connections, after the fork.
preload_app = False
# Nobody but a signal steers the server.
control_socket_disable = True


def on_starting(arbiter: Any) -> None:
    """Refuse to share the address with another server, which SO_REUSEPORT would allow without a word."""
    try:
        require_free(_config.address)
    except PortTaken as taken:
        sys.exit(f"scorekeeper: {taken}")
    listening.open_for_each(arbiter)


def pre_fork(arbiter: Any, worker: Any) -> None:
    listening.give_one(arbiter, worker)


def post_fork(arbiter: Any, worker: Any) -> None:
    """Nothing that the parent process opened may be used by two processes."""
    listening.let_others_be(arbiter, worker)
    storage.dispose()
    owned_by(arbiter.pid)


def nworkers_changed(arbiter: Any, wanted: int, before: int | None) -> None:
    listening.keep_one_for_each(arbiter, wanted)
