"""Pages that lead on to the pages after them."""

# generated from mnema_sdk/_async, do not edit: npm run generate

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mnema_sdk.errors import APIConnectionError

if TYPE_CHECKING:
    from mnema_sdk.types import LoggedRequest, Memory, MemoryList, RequestList


class MemoryPage:
    """A page of memories, newest first. Iterating over it goes on through all pages after it."""

    results: list[Memory]
    """The memories of this page. May be shorter than ``limit`` although more follow."""
    next_cursor: str | None
    """Where the next page begins; None when this is the last."""

    def __init__(self, answer: MemoryList, cursor: str | None, fetch: Callable[[str], MemoryPage]) -> None:
        """Made by ``list``, with the cursor it was asked with."""
        self._cursor = cursor
        self.results = answer.results
        self.next_cursor = answer.next_cursor
        self._fetch = fetch

    def __repr__(self) -> str:
        """How many memories there are and whether more follow."""
        return f"<{type(self).__name__} of {len(self.results)} memories, next_cursor={self.next_cursor!r}>"

    def next_page(self) -> MemoryPage | None:
        """The page after this one, or None. Raises what ``list`` raises, and when this page leads on to itself."""
        if self.next_cursor is None:
            return None
        if self.next_cursor == self._cursor:
            detail = "the answer names its own cursor as that of the next page"
            raise APIConnectionError(f"{detail} (GET /memories)", code="connection_error", detail=detail)
        return self._fetch(self.next_cursor)

    def pages(self) -> Iterator[MemoryPage]:
        """This page and all after it; each is fetched when it is wanted."""
        page: MemoryPage | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[Memory]:
        """The memories of this page and of all after it; a page is fetched when its first memory is wanted."""
        for page in self.pages():
            for memory in page.results:
                yield memory


class RequestPage:
    """A page of the request log, newest first. Iterating over it goes on through all pages after it."""

    results: list[LoggedRequest]
    """The requests of this page."""
    total: int
    """How many requests match altogether."""
    offset: int
    """How many of the newest were left out."""

    def __init__(self, answer: RequestList, offset: int, fetch: Callable[[int], RequestPage]) -> None:
        """Made by ``requests.list``."""
        self.results = answer.results
        self.total = answer.total
        self.offset = offset
        self._fetch = fetch

    def __repr__(self) -> str:
        """Which requests these are."""
        return f"<{type(self).__name__} of {len(self.results)} requests from {self.offset}, total={self.total}>"

    def next_page(self) -> RequestPage | None:
        """The page after this one, or None. Raises what ``requests.list`` raises."""
        reached = self.offset + len(self.results)
        return self._fetch(reached) if self.results and reached < self.total else None

    def pages(self) -> Iterator[RequestPage]:
        """This page and all after it; each is fetched when it is wanted.

        The log grows while it is read, so that a page may begin with what the page before it ended with.
        """
        page: RequestPage | None = self
        while page is not None:
            yield page
            page = page.next_page()

    def __iter__(self) -> Iterator[LoggedRequest]:
        """The requests of this page and of all after it, each once."""
        seen: set[str] = set()
        for page in self.pages():
            for request in page.results:
                if request.id not in seen:
                    seen.add(request.id)
                    yield request
