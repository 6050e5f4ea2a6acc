"""Where a request comes from, as the application sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from gunicorn.config import Config as GunicornConfig

from scorekeeper.api.client import client_address, client_block
from scorekeeper.app import create_app
from scorekeeper.config import Config

FORWARDED = {"X-Forwarded-For": "2001:db8::7"}


def seen(app: Flask, peer: str) -> tuple[str, str]:
    with app.test_request_context("/", headers=FORWARDED, environ_base={"REMOTE_ADDR": peer}):
        return client_address(), client_block()


def test_the_settings_name_the_proxies(tmp_path: Path) -> None:
    app = create_app(Config(str(tmp_path / "a.db"), trusted_proxies=("10.0.0.0/8",)))
    assert seen(app, "10.0.0.1") == ("2001:db8::7", "2001:db8::/64")
    assert seen(app, "127.0.0.1") == ("127.0.0.1", "127.0.0.1")


def test_without_them_no_header_is_believed(app: Flask) -> None:
    assert seen(app, "127.0.0.1") == ("127.0.0.1", "127.0.0.1")


def test_gunicorn_believes_no_header_either(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "a.db"))
    from scorekeeper import gunicorn_settings

    settings = GunicornConfig()
    for name in ("forwarded_allow_ips", "forwarder_headers", "secure_scheme_headers"):
        settings.set(name, getattr(gunicorn_settings, name))
    assert settings.forwarded_allow_ips == []
    assert settings.forwarder_headers == []
    assert settings.secure_scheme_headers == {}
