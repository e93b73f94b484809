"""Runs the operations of a LangGraph store against a Mnema server."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from langgraph.store.base import GetOp, ListNamespacesOp, PutOp, SearchOp

from mnema_sdk._langgraph_items import (
    StoredItem,
    content_of,
    expiry_of,
    fixed_prefix,
    item_tag,
    matches,
    matches_namespace,
    namespace_of,
    prefix_tag,
    removed_keys,
    stored_item,
    where_of,
)
from mnema_sdk._sync.client import Mnema
from mnema_sdk.errors import NotFoundError
from mnema_sdk.options import NEVER

if TYPE_CHECKING:
    from langgraph.store.base import Op, Result, SearchItem

    from mnema_sdk.types import Memory

MAX_RANKED = 100
"""The most results of one search."""
MAX_QUERY = 8000
"""The most characters of a query. The rest of a longer one is not searched."""
MAX_FACETS = 100
"""The most values that a facet lists."""
PAGE = 1000


class LangGraphOperations:
    """Runs the operations of a LangGraph store with one client."""

    def __init__(self, client: Mnema, fields: Sequence[str], wait_seconds: int | None) -> None:
        """Takes the client, the fields that are searched by default, and how long a write waits for semantic search."""
        self._client = client
        self._fields = fields
        self._wait_seconds = wait_seconds

    def run(self, operations: Iterable[Op]) -> list[Result]:
        """Runs the reads in their order and then the writes, of which the last for an item counts."""
        results: list[Result] = []
        puts: dict[tuple[tuple[str, ...], str], PutOp] = {}
        for operation in operations:
            result: Result = None
            if isinstance(operation, GetOp):
                result = self._get(operation)
            elif isinstance(operation, SearchOp):
                result = [*self._search(operation)]
            elif isinstance(operation, ListNamespacesOp):
                result = self._list_namespaces(operation)
            else:
                puts[tuple(operation.namespace), operation.key] = operation
            results.append(result)
        # An invalid item is rejected before anything is written.
        contents = {place: content_of(put, self._fields) for place, put in puts.items() if put.value is not None}
        for place, put in puts.items():
            memories = self._memories_of(put)
            content = contents.get(place)
            # Concurrent writers can create an item twice. Reads see the newest, and the next write leaves only that.
            for extra in memories[1:] if content else memories:
                self._delete(extra.id)
            if content is None:
                continue
            updated = False
            if memories:
                metadata = {**removed_keys(memories[0].metadata, content.metadata), **content.metadata}
                end = NEVER if put.ttl is None else expiry_of(put.ttl)
                updated = self._update(memories[0].id, text=content.text, metadata=metadata, expires_at=end)
            if not updated:
                self._client.add(
                    content.text,
                    run_id=content.run_id,
                    metadata=content.metadata,
                    expires_at=None if put.ttl is None else expiry_of(put.ttl),
                    wait_seconds=self._wait_seconds,
                )
        return results

    def _memories_of(self, operation: GetOp | PutOp) -> list[Memory]:
        return (self._client.list(tag=item_tag(operation.namespace, operation.key))).results

    def _get(self, operation: GetOp) -> SearchItem | None:
        memories = self._memories_of(operation)
        if not memories:
            return None
        found = stored_item(memories[0])
        self._refresh([found], operation.refresh_ttl)
        return found.item

    def _search(self, operation: SearchOp) -> list[SearchItem]:
        end = operation.offset + operation.limit
        has_query = operation.query is not None and operation.query.strip() != ""
        found = self._ranked(operation) if has_query else self._listed(operation, end)
        chosen = found[operation.offset : end]
        self._refresh(chosen, operation.refresh_ttl)
        return [one.item for one in chosen]

    def _ranked(self, operation: SearchOp) -> list[StoredItem]:
        response = self._client.search(
            (operation.query or "").lstrip()[:MAX_QUERY],
            tag=prefix_tag(operation.namespace_prefix),
            where=where_of(operation.filter),
            top_k=MAX_RANKED,
        )
        hits = [stored_item(hit, hit.score) for hit in response.results]
        newest = {_place(hit): hit for hit in sorted(hits, key=lambda hit: hit.item.created_at)}
        return [hit for hit in hits if newest[_place(hit)] is hit and matches(hit.item.value, operation.filter)]

    def _listed(self, operation: SearchOp, end: int) -> list[StoredItem]:
        found: list[StoredItem] = []
        seen: set[tuple[tuple[str, ...], str]] = set()
        if end == 0:
            return found
        size = PAGE if operation.filter else min(PAGE, end)
        for memory in self._client.list(tag=prefix_tag(operation.namespace_prefix), limit=size):
            one = stored_item(memory)
            if _place(one) not in seen and matches(one.item.value, operation.filter):
                found.append(one)
            seen.add(_place(one))
            if len(found) == end:
                break
        return found

    def _list_namespaces(self, operation: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = operation.match_conditions or ()
        tag = prefix_tag(fixed_prefix(conditions))
        runs = (self._client.facets(tag=tag)).runs
        if len(runs) < MAX_FACETS:
            present = {namespace_of(run.value) for run in runs}
        else:
            present = {stored_item(memory).item.namespace for memory in self._client.list(tag=tag, limit=PAGE)}
        found = {
            namespace[: operation.max_depth]
            for namespace in present
            if all(matches_namespace(namespace, condition) for condition in conditions)
        }
        return sorted(found)[operation.offset : operation.offset + operation.limit]

    def _refresh(self, found: Sequence[StoredItem], refresh_ttl: bool) -> None:
        for one in found:
            if refresh_ttl and one.ttl is not None:
                self._update(one.memory_id, expires_at=expiry_of(one.ttl))

    def _update(self, memory_id: str, **changes: Any) -> bool:
        try:
            self._client.update(memory_id, return_="minimal", **changes)
        except NotFoundError:
            return False
        return True

    def _delete(self, memory_id: str) -> None:
        try:
            self._client.delete(memory_id)
        except NotFoundError:
            # Somebody else has deleted it.
            return


def _place(one: StoredItem) -> tuple[tuple[str, ...], str]:
    return one.item.namespace, one.item.key
