"""The options of a single call, and the arguments that are not plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypedDict


class CallOptions(TypedDict, total=False):
    """The options of every call; the setting of the client applies to each that is not given."""

    timeout: float | None
    """Seconds for one attempt, including its whole response."""
    max_retries: int | None
    """The maximum number of retries after a temporary failure."""
    extra_headers: Mapping[str, str] | None
    """Headers that are added to those of the client, or replace them."""


class WriteOptions(CallOptions, total=False):
    """Options of the calls that write a memory."""

    idempotency_key: str | None
    """The idempotency key of this write, 1 to 255 visible ASCII characters; the server does a write with the same key
    once. A new UUID by default."""


class _Said(TypedDict):
    role: Literal["user", "assistant", "system", "tool"]
    content: str


class MessageInput(_Said, total=False):
    """One message of a conversation: ``role``, ``content`` and optionally the ``name`` of its author."""

    name: str


__all__ = ["CallOptions", "MessageInput", "WriteOptions"]
