"""The options of a single call, and the arguments that are not plain values."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict

if TYPE_CHECKING:
    from mnema_sdk._api_response import APIResponse
    from mnema_sdk.types import ExportedMemory, Message


class CallOptions(TypedDict, total=False):
    """The options of every call. An omitted option has the value of the client's setting."""

    timeout: float | None
    """Seconds for one attempt, including its whole response."""
    max_retries: int | None
    """The maximum number of retries after a temporary failure."""
    extra_headers: Mapping[str, str] | None
    """Headers that are added to those of the client, or replace them."""
    with_response: APIResponse | None
    """An empty ``APIResponse``, which the call fills in with the status, the headers and the id of the request."""


class WriteOptions(CallOptions, total=False):
    """Options of the calls that carry an ``Idempotency-Key``: writes of memories, API keys, sessions and webhooks."""

    idempotency_key: str | None
    """The idempotency key of this write, 1 to 255 visible ASCII characters. The server does a write with the same key
    once. The default is a new UUID."""


class ChangeOptions(WriteOptions, total=False):
    """Options of the calls that change a memory: ``update``, ``delete`` and ``restore``."""

    if_version: int | None
    """The ``version`` that the memory must have. If it has another one, nothing changes, and the call raises
    ``PreconditionFailedError``."""


class _Said(TypedDict):
    role: Literal["user", "assistant", "system", "tool", "developer", "human", "ai", "function"]
    content: str | Sequence[Mapping[str, Any]] | None


class MessageInput(_Said, total=False):
    """One message of a conversation: ``role``, ``content`` and optionally the ``name`` of its author.

    The content is a text, or a list of parts as chat APIs have them, such as ``{"type": "text", "text": "…"}``.
    """

    name: str | None


GivenMessages: TypeAlias = "Sequence[MessageInput | Message | Mapping[str, Any]]"
"""The messages of a conversation, also with other fields of chat APIs and frameworks, which the server ignores."""


class _MemoryFields(TypedDict, total=False):
    user_id: str | None
    agent_id: str | None
    run_id: str | None
    metadata: Mapping[str, Any] | None
    infer: bool | None
    occurred_at: datetime | str | None
    expires_at: datetime | str | None


class TextMemory(_MemoryFields):
    """A memory of ``add_many``: ``text``, and the other arguments of ``add``."""

    text: str


class MessagesMemory(_MemoryFields):
    """A memory of ``add_many``: ``messages``, and the other arguments of ``add``."""

    messages: GivenMessages


MemoryInput: TypeAlias = TextMemory | MessagesMemory
"""A memory of ``add_many``."""

ConditionScalar: TypeAlias = str | float | bool | None
"""A value of a condition; the number 1 is not the string ``"1"``."""


class Condition(TypedDict):
    """A condition on one metadata key."""

    key: str
    """The metadata key; it is literal."""
    op: Literal["eq", "ne", "gt", "gte", "lt", "lte", "in", "not_in", "exists", "contains"]
    """The comparison."""
    value: ConditionScalar | Sequence[ConditionScalar]
    """The value to compare with: a list for ``in`` and ``not_in``, a bool for ``exists``."""


class Where(TypedDict, total=False):
    """Conditions on metadata, at most 50 in all. Every group that is given must hold."""

    all: Sequence[Condition]
    """All of these must hold."""
    any: Sequence[Condition]
    """At least one of these must hold."""
    none: Sequence[Condition]
    """None of these may hold."""


class KeyRestrictionInput(TypedDict, total=False):
    """The memories that an API key is restricted to: a memory must match all given fields."""

    user_id: str
    """The one user whose memories the key reads and writes."""
    agent_id: str
    """The one agent."""
    project: str
    """The one ``metadata.project``."""


EventType: TypeAlias = Literal[
    "memory.ready",
    "memory.failed",
    "memory.updated",
    "memory.deleted",
    "memory.expired",
    "quota.near",
    "quota.exceeded",
]
"""The type of an event that a webhook can receive."""


ImportSource: TypeAlias = "PathLike[str] | Iterable[Mapping[str, Any] | ExportedMemory | str | bytes]"
"""The memories of an import: a path, a file, or an iterable of memories or of lines of JSON."""
AsyncImportSource: TypeAlias = "ImportSource | AsyncIterable[Mapping[str, Any] | ExportedMemory | str | bytes]"
"""The memories of an import by the asynchronous client, which takes asynchronous iterables as well."""


class NeverType(Enum):
    """The type of ``NEVER``."""

    NEVER = "never"


NEVER: Final = NeverType.NEVER
"""The ``expires_at`` of an ``update`` after which the memory never expires. It is sent as null; None is not sent."""

__all__ = [
    "NEVER",
    "AsyncImportSource",
    "CallOptions",
    "ChangeOptions",
    "Condition",
    "ConditionScalar",
    "EventType",
    "GivenMessages",
    "ImportSource",
    "KeyRestrictionInput",
    "MemoryInput",
    "MessageInput",
    "MessagesMemory",
    "NeverType",
    "TextMemory",
    "Where",
    "WriteOptions",
]
