"""What can be said about a single call, and what is sent besides plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict


class CallOptions(TypedDict, total=False):
    """Options of every call; each is that of the client when it is not given."""

    timeout: float | None
    """Seconds for one attempt, its whole answer included."""
    max_retries: int | None
    """How many more attempts follow one that failed in passing."""
    extra_headers: Mapping[str, str] | None
    """Headers beside those of the client; they win."""


class WriteOptions(CallOptions, total=False):
    """Options of the calls that write a memory."""

    idempotency_key: str | None
    """The name of this write, 1 to 255 visible ASCII characters; a write of the same name is not done twice.
    A new UUID unless given."""


class _Said(TypedDict):
    role: Literal["user", "assistant", "system", "tool"]
    content: str


class MessageInput(_Said, total=False):
    """One message of a conversation: ``role``, ``content`` and, if known, the ``name`` of who said it."""

    name: str


__all__ = ["CallOptions", "MessageInput", "WriteOptions"]
