"""An ``add_many`` from its memories to its requests and their results, without any I/O."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from mnema_sdk._encode import present, to_json
from mnema_sdk._settings import Settings, check_header_value, refusal
from mnema_sdk.errors import MnemaError

if TYPE_CHECKING:
    from mnema_sdk._add_many_result import AddManyResult
    from mnema_sdk.options import WriteOptions
    from mnema_sdk.types import CreateMemoriesResult

MAX_MEMORIES = 100
"""The maximum number of memories that the server takes in one request."""
MAX_BYTES = 4 * 1024 * 1024 - len('{"memories":[]}') + 1
"""The maximum size of a body without its braces and names. A comma is counted for each memory, also the last one."""
MAX_KEY_LENGTH = 255
SCOPE = ("user_id", "agent_id", "run_id")


class Part(NamedTuple):
    """One request."""

    start: int
    """The position of its first memory in the whole list."""
    memories: list[Mapping[str, Any]]
    options: WriteOptions

    @property
    def body(self) -> dict[str, Any]:
        """The body of the request."""
        return {"memories": self.memories}


class Batch:
    """The requests of a list of memories, and what they have done."""

    result: AddManyResult
    """What was done so far."""

    def __init__(self, settings: Settings, memories: object, options: WriteOptions) -> None:
        """Cut the list into requests. Raises for a memory that cannot be sent."""
        given = options.get("idempotency_key")
        key = str(uuid.uuid4()) if given is None else check_header_value(given, "idempotency_key", "invalid_argument")
        if not isinstance(memories, list | tuple):
            raise refusal(f"memories must be a list, not {type(memories).__name__}", "invalid_argument")
        count = len(cast("list[object]", memories))
        if len(f"{key}/{count}") > MAX_KEY_LENGTH:
            detail = f"idempotency_key must leave room for /{count} within {MAX_KEY_LENGTH} characters"
            raise refusal(detail, "invalid_argument")
        self._options, self._key = options, key
        self.parts = self._cut(settings, cast("list[object]", memories))
        # The models take longer to import than the rest of this package.
        result: type[AddManyResult] = import_module("mnema_sdk._add_many_result").AddManyResult
        self.result = result(accepted=0, rejected=0, results=[], idempotency_key=key)

    def _cut(self, settings: Settings, memories: list[object]) -> list[Part]:
        parts: list[Part] = []
        free_bytes = 0
        for position, given in enumerate(memories):
            try:
                memory = _fill(settings, given)
                size = len(to_json(memory)) + 1
                if size > MAX_BYTES:
                    raise refusal("it is larger than 4 MB", "invalid_argument")
            except MnemaError as failure:
                raise refusal(f"memories[{position}]: {failure.detail}", "invalid_argument") from failure
            free_bytes -= size
            if free_bytes < 0 or len(parts[-1].memories) == MAX_MEMORIES:
                parts.append(Part(position, [], {**self._options, "idempotency_key": f"{self._key}/{position}"}))
                free_bytes = MAX_BYTES - size
            parts[-1].memories.append(memory)
        return parts

    def keep(self, part: Part, done: CreateMemoriesResult) -> None:
        """Add the result of a request."""
        self.result.accepted += done.accepted
        self.result.rejected += done.rejected
        for item in done.results:
            item.index += part.start
            self.result.results.append(item)


def _fill(settings: Settings, memory: object) -> dict[str, Any]:
    if not isinstance(memory, Mapping):
        raise refusal(f"it must be a mapping, not {type(memory).__name__}", "invalid_argument")
    return present(settings.fill({**dict.fromkeys(SCOPE), **cast("Mapping[str, Any]", memory)}))
