"""The address by which other machines of the network find this one."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Final

EVERY_ADDRESS: Final = ("0.0.0.0", "::")  # noqa: S104 (told apart, not listened at)  # nosec B104
"""What a server is bound to that listens at all addresses of its machine."""
_FAR_AWAY: Final = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),  # noqa: S104 (told apart, not listened at)  # nosec B104
    "::": (socket.AF_INET6, "2001:db8::1"),
}
"""An address for documentation, of each family: nobody has it, and nothing is sent to it."""
_LOOPBACK: Final = {
    "0.0.0.0": "127.0.0.1",  # noqa: S104 (told apart, not listened at)  # nosec B104
    "::": "::1",
}


def own_address(bound_to: str) -> str:
    """The address of this machine in its network, where a server is bound to one of EVERY_ADDRESS; loopback
    without a network.

    A UDP socket that is connected sends nothing, and knows from which address it would.
    """
    for every_address in (bound_to, *EVERY_ADDRESS[: EVERY_ADDRESS.index(bound_to)]):
        family, far_away = _FAR_AWAY[every_address]
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far_away, 9))
            found: str = probe.getsockname()[0]
            return found
    return _LOOPBACK[bound_to]
