"""Pages of lists, which lead to the pages after them."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mnema_sdk.errors import APIConnectionError

if TYPE_CHECKING:
    from mnema_sdk.types import LoggedRequest, Memory, MemoryList, RequestList


class MemoryPage:
    """A page of memories, newest first. Iterating over it includes all pages after it."""

    results: list[Memory]
    """The memories of this page. There may be fewer than ``limit`` although more follow."""
    next_cursor: str | None
    """The cursor of the next page; None when this is the last."""

    def __init__(self, response: MemoryList, cursor: str | None, fetch: Callable[[str], MemoryPage]) -> None:
        """Only ``list`` creates pages, with the cursor of its request."""
        self._cursor = cursor
        self.results = response.results
        self.next_cursor = response.next_cursor
        self._fetch = fetch

    def __repr__(self) -> str:
        """Describes the number of memories and whether more follow."""
        return f"<{type(self).__name__} of {len(self.results)} memories, next_cursor={self.next_cursor!r}>"

    def next_page(self) -> MemoryPage | None:
        """Returns the page after this one, or None. Raises the errors of ``list``, and one for a repeated cursor."""
        if self.next_cursor is None:
            return None
        if self.next_cursor == self._cursor:
            detail = "the answer names its own cursor as that of the next page"
            raise APIConnectionError(f"{detail} (GET /memories)", code="connection_error", detail=detail)
        return self._fetch(self.next_cursor)

    def pages(self) -> Iterator[MemoryPage]:
        """Iterates over this page and all after it; each is fetched at its first use."""
        page: MemoryPage | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[Memory]:
        """Iterates over the memories of this page and of all after it; each is fetched at its first use."""
        for page in self.pages():
            for memory in page.results:
                yield memory


class RequestPage:
    """A page of the request log, newest first. Iterating over it includes all pages after it."""

    results: list[LoggedRequest]
    """The requests of this page."""
    total: int
    """The number of all requests that match."""
    offset: int
    """The number of newest requests that were skipped."""

    def __init__(self, response: RequestList, offset: int, fetch: Callable[[int], RequestPage]) -> None:
        """Only ``requests.list`` creates pages."""
        self.results = response.results
        self.total = response.total
        self.offset = offset
        self._fetch = fetch

    def __repr__(self) -> str:
        """Describes the range of these requests."""
        return f"<{type(self).__name__} of {len(self.results)} requests from {self.offset}, total={self.total}>"

    def next_page(self) -> RequestPage | None:
        """Returns the page after this one, or None. Raises the errors of ``requests.list``."""
        reached = self.offset + len(self.results)
        return self._fetch(reached) if self.results and reached < self.total else None

    def pages(self) -> Iterator[RequestPage]:
        """Iterates over this page and all after it; each is fetched at its first use.

        The log grows meanwhile, so that a page may begin with the last requests of the page before it.
        """
        page: RequestPage | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[LoggedRequest]:
        """Iterates over the requests of this page and of all after it, each once."""
        seen: set[str] = set()
        for page in self.pages():
            for request in page.results:
                if request.id not in seen:
                    seen.add(request.id)
                    yield request
