"""The headers that protect whoever reads an answer in a browser. The one place where they are."""

from __future__ import annotations

from flask import current_app

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
_NOT_NEEDED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")
_YEAR = 31_536_000

NOSNIFF = ("X-Content-Type-Options", "nosniff")
"""On every answer: what it says it is, it is."""
FILE_POLICY = ("Content-Security-Policy", _FILE_POLICY)
"""On every answer that has no policy of its own and is neither JSON nor empty: an image that somebody opens
can do nothing."""


def page_headers() -> dict[str, str]:
    """What every page of HTML is sent with. Needs the application's context.

    Scripts, styles and connections are of this server alone and none stand in the page itself (`data:` and
    `blob:` are for images); forms are sent to nobody else. Nobody may put the page into a frame, hold its
    window (where people use HTTPS: elsewhere browsers ignore that, and complain of it), or learn from where a
    link was followed.
    """
    over_https = current_app.config["PUBLIC_URL"].startswith("https://")
    return {
        "Content-Security-Policy": _PAGE_POLICY,
        "Referrer-Policy": "no-referrer",
        "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _NOT_NEEDED),
        "Cross-Origin-Resource-Policy": "same-origin",
        **({"Cross-Origin-Opener-Policy": "same-origin"} if over_https else {}),
    }


def constant_headers(public_url: str) -> tuple[tuple[str, str], ...]:
    """What every answer is sent with, whatever it is. HTTPS is insisted on only where people use it."""
    if public_url.startswith("https://"):
        return (NOSNIFF, ("Strict-Transport-Security", f"max-age={_YEAR}"))
    return (NOSNIFF,)
