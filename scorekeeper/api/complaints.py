"""What is wrong with a value, said so that it can be told to the one who sent it.

A field's messages are predicates: "is missing." becomes “seat” is missing. A message is a Complaint, which
knows the code of the problem that it leads to.
"""

from __future__ import annotations

from typing import Any

Messages = dict[str, str | list[Any] | dict[Any, Any]]


class Complaint(str):
    """What is wrong with a value, as a predicate, and the code of the problem."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, code: str, predicate: str) -> Complaint:
        complaint = super().__new__(cls, predicate)
        complaint.code = code
        return complaint

    def format(self, *args: object, **values: object) -> Complaint:
        """As `str.format`, and still a Complaint: marshmallow formats what it is given."""
        return Complaint(self.code, super().format(*args, **values))


def invalid(predicate: str) -> Complaint:
    """A value of the wrong kind."""
    return Complaint("invalid", predicate)


def messages(**complaints: Complaint) -> Messages:
    """A field's messages by marshmallow's names for them."""
    return {**complaints}


def missing(hint: str) -> Messages:
    """The messages of a field that must be there, with what it would have said."""
    return {"required": Complaint("required", f"is missing: {hint}")}
