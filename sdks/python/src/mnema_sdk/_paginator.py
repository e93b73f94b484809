"""The result of a list of the asynchronous client before its first request."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Generator
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Page = TypeVar("Page", bound=AsyncIterable[Any])
Position = TypeVar("Position")


class AsyncPaginator(Generic[Page, Item]):
    """A list before its first request: ``await`` returns its first page, ``async for`` all items of all pages."""

    def __init__(self, fetch: Callable[[Position], Awaitable[Page]], start: Position) -> None:
        """Only the method of a list creates this, with the position of its first page."""
        self._fetch_first = lambda: fetch(start)

    def __await__(self) -> Generator[Any, None, Page]:
        """Return the first page."""
        return self._fetch_first().__await__()

    async def __aiter__(self) -> AsyncIterator[Item]:
        """Iterate over the items of all pages; each page is fetched at its first use."""
        async for item in await self:
            yield item
