"""The names of this package for those of other memory services, and for misspelled ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mnema_sdk._settings import refusal

if TYPE_CHECKING:
    from mnema_sdk.options import GivenMessages

_METHODS: dict[str, tuple[str, ...]] = {
    "add_memories": ("add_many",),
    "add_memory": ("add",),
    "batch_add": ("add_many",),
    "create": ("add",),
    "delete": ("revoke",),
    "delete_all": ("forget",),
    "delete_users": ("forget",),
    "get_all": ("list",),
    "get_memories": ("list",),
    "history": ("versions",),
    "memories": ("add", "search", "list"),
    "query": ("search",),
    "remove": ("delete", "revoke"),
    "reset": ("forget",),
    "retrieve": ("search", "get"),
    "search_memories": ("search",),
    "users": ("facets",),
}
_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "agent": ("agent_id",),
    "app_id": ("agent_id",),
    "content": ("text",),
    "data": ("text",),
    "expiration_date": ("expires_at",),
    "filter": ("filters",),
    "filters": ("user_id", "agent_id", "run_id", "project"),
    "k": ("top_k",),
    "limit": ("top_k",),
    "max_results": ("top_k", "limit"),
    "memory": ("text",),
    "min_score": ("threshold",),
    "next_cursor": ("cursor",),
    "num_results": ("top_k",),
    "offset": ("cursor",),
    "page": ("cursor",),
    "page_size": ("limit",),
    "q": ("query",),
    "run": ("run_id",),
    "score_threshold": ("threshold",),
    "session_id": ("run_id",),
    "thread_id": ("run_id",),
    "timestamp": ("occurred_at",),
    "top_k": ("limit",),
    "user": ("user_id",),
}
_SCOPE = ("user_id", "agent_id", "run_id")

Filters = TypeVar("Filters", bound="Mapping[str, Any] | None")


class NamesOurs:
    """A class whose missing attributes are errors that name those that were meant."""

    # Type checkers would take every attribute for one that exists.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise the error of an attribute that does not exist."""
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            if not name.startswith("_"):
                message += did_you_mean(name, [one for one in dir(self) if not one.startswith("_")], _METHODS)
            # Without an object, Python adds no suggestion of its own, which knows only similar names.
            raise AttributeError(message, name=name, obj=None)


def name_of_argument(name: str, known: Iterable[str]) -> str:
    """Return the argument that was meant, in brackets; empty without one."""
    return did_you_mean(name, list(known), _ARGUMENTS)


def did_you_mean(name: str, known: Sequence[str], others: Mapping[str, tuple[str, ...]]) -> str:
    """Return the known names that were meant, in brackets; empty without any."""
    from difflib import get_close_matches  # noqa: PLC0415 (only errors need it)

    same = [one for one in others.get(name, ()) if one in known]
    if name not in ("filters", "memories"):
        del same[1:]
    meant = " or ".join(same or get_close_matches(name, known, n=1))
    return f" (did you mean {meant}?)" if meant else ""


def check_filters(filters: Filters) -> Filters:
    """Return the filters, unless they have an id that is an argument of its own."""
    if isinstance(filters, Mapping):
        for name in _SCOPE:
            if name in filters:
                detail = (
                    f"filters are for metadata: pass {name} as an argument of its own, beside filters. "
                    f"For a metadata key with the name {name}, use where"
                )
                raise refusal(detail, "invalid_argument")
    return filters


def text_or_messages(
    text: str | GivenMessages | None, messages: GivenMessages | None
) -> tuple[str | None, GivenMessages | None]:
    """Return the text and the messages of a memory, whose messages may be the first argument."""
    given: Any = text
    if not isinstance(given, (list, tuple)):
        return cast("str | None", text), messages
    if messages is not None:
        raise refusal("the messages are given twice: as the first argument, and as messages", "invalid_argument")
    return None, cast("GivenMessages", text)
