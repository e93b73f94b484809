"""Pages of lists, which lead to the pages after them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from mnema_sdk.errors import APIConnectionError

if TYPE_CHECKING:
    from typing_extensions import Self

    from mnema_sdk import types

    # Bases name some of them in quotes.
    from mnema_sdk.types import (  # noqa: F401
        ApiKey,
        AuditEvent,
        Deletion,
        LoggedRequest,
        Memory,
        MemoryVersion,
        RequestList,
        WebhookDelivery,
    )

Item = TypeVar("Item")


class CursorList(Protocol[Item]):
    """The response of a list that a cursor continues."""

    results: list[Item]
    next_cursor: str | None


class AsyncCursorPage(Generic[Item]):
    """A page of a list that a cursor continues. Iterating over it includes all pages after it."""

    results: list[Item]
    """The items of this page. There may be fewer than ``limit`` although more follow."""
    next_cursor: str | None
    """The cursor of the next page; None when this is the last."""
    _path: ClassVar[str]
    _items: ClassVar[str]

    def __init__(self, response: CursorList[Item], cursor: str | None, fetch: Callable[[str], Awaitable[Self]]) -> None:
        """Only the method of the list creates pages, with the cursor of its request."""
        self._cursor = cursor
        self.results = response.results
        self.next_cursor = response.next_cursor
        self._fetch = fetch

    def __repr__(self) -> str:
        """Describe the number of items and whether more follow."""
        return f"<{type(self).__name__} of {len(self.results)} {self._items}, next_cursor={self.next_cursor!r}>"

    async def next_page(self) -> Self | None:
        """Return the next page, or None. Raise the errors of the list, and one for a repeated cursor."""
        if self.next_cursor is None:
            return None
        if self.next_cursor == self._cursor:
            detail = "the response names its own cursor as that of the next page"
            raise APIConnectionError(f"{detail} (GET {self._path})", code="connection_error", detail=detail)
        return await self._fetch(self.next_cursor)

    async def pages(self) -> AsyncIterator[Self]:
        """Iterate over this page and all after it; each is fetched at its first use."""
        page: Self | None = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[Item]:
        """Iterate over the items of this page and of all after it; each page is fetched at its first use."""
        async for page in self.pages():
            for item in page.results:
                yield item


class AsyncMemoryPage(AsyncCursorPage["Memory"]):
    """A page of memories in the order of the list. Iterating over it includes all pages after it."""

    warnings: list[types.ResponseWarning] | None
    """Possible reasons for an unexpected response; None when there are none."""
    _path = "/memories"
    _items = "memories"

    def __init__(self, response: types.MemoryList, cursor: str | None, fetch: Callable[[str], Awaitable[Self]]) -> None:
        """Only ``list`` creates pages."""
        super().__init__(response, cursor, fetch)
        self.warnings = response.warnings


class AsyncMemoryVersionPage(AsyncCursorPage["MemoryVersion"]):
    """A page of the versions of a memory, newest first. Iterating over it includes all pages after it."""

    _path = "/memories/{memory_id}/versions"
    _items = "versions"


class AsyncApiKeyPage(AsyncCursorPage["ApiKey"]):
    """A page of API keys, newest first. Iterating over it includes all pages after it."""

    _path = "/api-keys"
    _items = "API keys"


class AsyncAuditPage(AsyncCursorPage["AuditEvent"]):
    """A page of the audit log, newest first. Iterating over it includes all pages after it."""

    _path = "/audit"
    _items = "audit events"


class AsyncDeletionPage(AsyncCursorPage["Deletion"]):
    """A page of receipts of deletions, newest first. Iterating over it includes all pages after it."""

    _path = "/deletions"
    _items = "deletions"


class AsyncWebhookDeliveryPage(AsyncCursorPage["WebhookDelivery"]):
    """A page of the deliveries of a webhook, newest first. Iterating over it includes all pages after it."""

    _path = "/webhooks/{webhook_id}/deliveries"
    _items = "deliveries"


class AsyncRequestPage:
    """A page of the request log, newest first. Iterating over it includes all pages after it."""

    results: list[LoggedRequest]
    """The requests of this page."""
    total: int
    """The number of all requests that match."""
    offset: int
    """The number of newest requests that were skipped."""
    newer_cursor: str
    """The cursor from which ``requests.tail`` continues."""

    def __init__(self, response: RequestList, offset: int, fetch: Callable[[int], Awaitable[AsyncRequestPage]]) -> None:
        """Only ``requests.list`` creates pages."""
        self.results = response.results
        self.total = response.total
        self.offset = offset
        self.newer_cursor = response.newer_cursor
        self._fetch = fetch

    def __repr__(self) -> str:
        """Describe the range of these requests."""
        return f"<{type(self).__name__} of {len(self.results)} requests from {self.offset}, total={self.total}>"

    async def next_page(self) -> AsyncRequestPage | None:
        """Return the next page, or None. Raise the errors of ``requests.list``."""
        reached = self.offset + len(self.results)
        return await self._fetch(reached) if self.results and reached < self.total else None

    async def pages(self) -> AsyncIterator[AsyncRequestPage]:
        """Iterate over this page and all after it; each is fetched at its first use.

        The log grows meanwhile, so that a page may begin with the last requests of the page before it.
        """
        page: AsyncRequestPage | None = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[LoggedRequest]:
        """Iterate over the requests of this page and of all after it, each once."""
        seen: set[str] = set()
        async for page in self.pages():
            for request in page.results:
                if request.id not in seen:
                    seen.add(request.id)
                    yield request
