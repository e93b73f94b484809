"""Pages that lead on to the pages after them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from mnema_sdk.errors import APIConnectionError

if TYPE_CHECKING:
    from mnema_sdk.types import LoggedRequest, Memory, MemoryList, RequestList


class AsyncMemoryPage:
    """A page of memories, newest first. Iterating over it goes on through all pages after it."""

    results: list[Memory]
    """The memories of this page. May be shorter than ``limit`` although more follow."""
    next_cursor: str | None
    """Where the next page begins; None when this is the last."""

    def __init__(
        self, answer: MemoryList, cursor: str | None, fetch: Callable[[str], Awaitable[AsyncMemoryPage]]
    ) -> None:
        """Made by ``list``, with the cursor it was asked with."""
        self._cursor = cursor
        self.results = answer.results
        self.next_cursor = answer.next_cursor
        self._fetch = fetch

    def __repr__(self) -> str:
        """How many memories there are and whether more follow."""
        return f"<{type(self).__name__} of {len(self.results)} memories, next_cursor={self.next_cursor!r}>"

    async def next_page(self) -> AsyncMemoryPage | None:
        """The page after this one, or None. Raises what ``list`` raises, and when this page leads on to itself."""
        if self.next_cursor is None:
            return None
        if self.next_cursor == self._cursor:
            detail = "the answer names its own cursor as that of the next page"
            raise APIConnectionError(f"{detail} (GET /memories)", code="connection_error", detail=detail)
        return await self._fetch(self.next_cursor)

    async def pages(self) -> AsyncIterator[AsyncMemoryPage]:
        """This page and all after it; each is fetched when it is wanted."""
        page: AsyncMemoryPage | None = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[Memory]:
        """The memories of this page and of all after it; a page is fetched when its first memory is wanted."""
        async for page in self.pages():
            for memory in page.results:
                yield memory


class AsyncRequestPage:
    """A page of the request log, newest first. Iterating over it goes on through all pages after it."""

    results: list[LoggedRequest]
    """The requests of this page."""
    total: int
    """How many requests match altogether."""
    offset: int
    """How many of the newest were left out."""

    def __init__(self, answer: RequestList, offset: int, fetch: Callable[[int], Awaitable[AsyncRequestPage]]) -> None:
        """Made by ``requests.list``."""
        self.results = answer.results
        self.total = answer.total
        self.offset = offset
        self._fetch = fetch

    def __repr__(self) -> str:
        """Which requests these are."""
        return f"<{type(self).__name__} of {len(self.results)} requests from {self.offset}, total={self.total}>"

    async def next_page(self) -> AsyncRequestPage | None:
        """The page after this one, or None. Raises what ``requests.list`` raises."""
        reached = self.offset + len(self.results)
        return await self._fetch(reached) if self.results and reached < self.total else None

    async def pages(self) -> AsyncIterator[AsyncRequestPage]:
        """This page and all after it; each is fetched when it is wanted.

        The log grows while it is read, so that a page may begin with what the page before it ended with.
        """
        page: AsyncRequestPage | None = self
        while page is not None:
            yield page
            page = await page.next_page()

    async def __aiter__(self) -> AsyncIterator[LoggedRequest]:
        """The requests of this page and of all after it, each once."""
        seen: set[str] = set()
        async for page in self.pages():
            for request in page.results:
                if request.id not in seen:
                    seen.add(request.id)
                    yield request
