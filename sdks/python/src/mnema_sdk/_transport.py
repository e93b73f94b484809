"""Carries out a call over httpx2, once blocking and once not. ``Call`` makes all decisions."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from mnema_sdk._call import Call, CallArguments, WireRequest, WireResponse
from mnema_sdk._operation import Operation, Result
from mnema_sdk._settings import configuration_error, refusal

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator

    from typing_extensions import Unpack

    from mnema_sdk._connections import AsyncConnections, Connections
    from mnema_sdk._export import Export
    from mnema_sdk._lines import LineSplitter
    from mnema_sdk._settings import Settings
    from mnema_sdk.options import CallOptions


class Transport:
    """The blocking transport. Threads may share it, as they may share the client below it."""

    def __init__(self, settings: Settings, connections: Connections, *, is_scoped: bool = False) -> None:
        self._library = connections.library
        self.settings = settings
        self._connections = connections
        self._is_scoped = is_scoped

    def narrow(self, name: str, value: str) -> Transport:
        """Return the transport of a scoped client, over the same connections."""
        return Transport(self.settings.narrow(name, value), self._connections, is_scoped=True)

    def perform(self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]) -> Result:
        """Repeat the call until it has a result or an error."""
        call = self.prepare(operation, options, **arguments)
        self.run(call)
        return call.result()

    def prepare(
        self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Call[Result]:
        """Return the call, which sends nothing yet. Raises for an invalid argument."""
        return Call(self.settings, operation, options, **arguments)

    def run(self, *calls: Call[Any]) -> None:
        """Repeat each call until it has a result, one call after the other. Raises the first error."""
        for call in calls:
            self._repeat(call, self._exchange)

    def stream(
        self, operation: Operation[None], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Generator[bytes]:
        """Repeat the call until a response begins, and read it piece by piece. The time limit is for each piece."""
        call = Call(self.settings, operation, options, **arguments)
        response = self._repeat(call, self._open).stream
        try:
            yield from response.iter_bytes()
        finally:
            response.close()

    def lines(self, pieces: Iterator[bytes], splitter: LineSplitter, export: Export) -> Iterator[bytes]:
        """Return the lines of an export. A connection that fails makes it incomplete."""
        try:
            for piece in pieces:
                yield from splitter.add(piece)
        except (self._library.RequestError, TimeoutError) as failure:
            raise export.incomplete(str(failure) or type(failure).__name__) from failure
        yield from splitter.end()

    def _repeat(self, call: Call[Result], exchange: Callable[[WireRequest, float], WireResponse]) -> WireResponse:
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                response = exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"the address is not valid: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_response(response)
                if pause is None:
                    return response
            self.sleep(pause)

    def _open(self, request: WireRequest, seconds: float) -> WireResponse:
        """Read a response only when it is an error."""
        method, url, headers, content = request
        limits = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), seconds)}
        message = self._connections.usable_client().build_request(
            method, url, headers=headers, content=content, extensions=limits
        )
        response = self._connections.usable_client().send(message, stream=True, follow_redirects=False)
        if response.is_success:
            return WireResponse(response.status_code, response.headers, b"", response)
        try:
            return WireResponse(response.status_code, response.headers, response.read())
        finally:
            response.close()

    def _exchange(self, request: WireRequest, seconds: float) -> WireResponse:
        deadline = time.monotonic() + seconds
        method, url, headers, content = request
        limits = {"timeout": _RemainingSeconds(deadline)}
        client = self._connections.usable_client()
        message = client.build_request(method, url, headers=headers, content=content, extensions=limits)
        response = client.send(message, stream=True, follow_redirects=False)
        try:
            parts: list[bytes] = []
            for part in response.iter_bytes():
                parts.append(part)
                if time.monotonic() > deadline:
                    raise TimeoutError("the response came too slowly")
        finally:
            response.close()
        return WireResponse(response.status_code, response.headers, b"".join(parts))

    def sleep(self, seconds: float) -> None:
        """Pause."""
        time.sleep(seconds)

    def close(self) -> None:
        """Close the connections, unless this belongs to a scoped client."""
        if not self._is_scoped:
            self._connections.close()


class AsyncTransport:
    """The transport for asyncio and trio. Cancelling the task ends the attempt, or the pause before the next one."""

    def __init__(self, settings: Settings, connections: AsyncConnections, *, is_scoped: bool = False) -> None:
        import anyio

        self._library, self._anyio = connections.library, anyio
        self.settings = settings
        self._connections = connections
        self._is_scoped = is_scoped

    def narrow(self, name: str, value: str) -> AsyncTransport:
        """Return the transport of a scoped client, over the same connections."""
        return AsyncTransport(self.settings.narrow(name, value), self._connections, is_scoped=True)

    async def perform(
        self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Result:
        """Repeat the call until it has a result or an error."""
        call = self.prepare(operation, options, **arguments)
        await self._repeat(call, self._exchange)
        return call.result()

    def prepare(
        self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Call[Result]:
        """Return the call, which sends nothing yet. Raises for an invalid argument."""
        return Call(self.settings, operation, options, **arguments)

    async def run(self, *calls: Call[Any]) -> None:
        """Repeat each call until it has a result, all at the same time. Raises the first error and ends the others."""
        failures: list[Exception] = []

        async def repeat(call: Call[Any]) -> None:
            try:
                await self._repeat(call, self._exchange)
            except Exception as failure:  # noqa: BLE001 (it is raised below, outside of a group of exceptions)
                failures.append(failure)
                tasks.cancel_scope.cancel()

        async with self._anyio.create_task_group() as tasks:
            for call in calls:
                tasks.start_soon(repeat, call)
        if failures:
            raise failures[0]

    async def stream(
        self, operation: Operation[None], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> AsyncGenerator[bytes]:
        """Repeat the call until a response begins, and read it piece by piece. The time limit is for each piece."""
        call = Call(self.settings, operation, options, **arguments)
        response = (await self._repeat(call, self._open)).stream
        pieces = response.aiter_bytes()
        seconds = call.attempt_seconds()
        try:
            while True:
                with self._anyio.fail_after(seconds):
                    piece = await anext(pieces, None)
                if piece is None:
                    return
                yield piece
        finally:
            # The connection is returned or closed also when the task was cancelled.
            with self._anyio.CancelScope(shield=True):
                await response.aclose()

    async def lines(self, pieces: AsyncIterator[bytes], splitter: LineSplitter, export: Export) -> AsyncIterator[bytes]:
        """Return the lines of an export. A connection that fails makes it incomplete."""
        try:
            async for piece in pieces:
                for line in splitter.add(piece):
                    yield line
        except (self._library.RequestError, TimeoutError) as failure:
            raise export.incomplete(str(failure) or type(failure).__name__) from failure
        for line in splitter.end():
            yield line

    async def _repeat(
        self, call: Call[Result], exchange: Callable[[WireRequest, float], Awaitable[WireResponse]]
    ) -> WireResponse:
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                response = await exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"the address is not valid: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_response(response)
                if pause is None:
                    return response
            await self.sleep(pause)

    async def _open(self, request: WireRequest, seconds: float) -> WireResponse:
        """Read a response only when it is an error."""
        return await self._exchange(request, seconds, streamed=True)

    async def _exchange(self, request: WireRequest, seconds: float, *, streamed: bool = False) -> WireResponse:
        method, url, headers, content = request
        client = self._connections.usable_client()
        message = client.build_request(method, url, headers=headers, content=content, timeout=None)
        try:
            # One limit covers the whole attempt; each timeout of httpx2 would begin again with every step.
            with self._anyio.fail_after(seconds):
                response = await client.send(message, stream=streamed, follow_redirects=False)
                if streamed and response.is_success:
                    return WireResponse(response.status_code, response.headers, b"", response)
                await response.aread()
        except RuntimeError as failure:
            if self._connections.owned:
                raise
            # This is the message of asyncio for a connection whose event loop has ended.
            raise configuration_error(
                f"http_client cannot be used here ({failure}): it belongs to the event loop in which it was first used"
            ) from failure
        return WireResponse(response.status_code, response.headers, response.content)

    async def sleep(self, seconds: float) -> None:
        """Pause."""
        await self._anyio.sleep(seconds)

    async def close(self) -> None:
        """Close the connections, unless this belongs to a scoped client."""
        if not self._is_scoped:
            await self._connections.close()


class _RemainingSeconds(dict[str, float]):
    """The timeouts of httpx2 (connect, write, read, pool): each ends at the deadline, whenever it begins."""

    def __init__(self, deadline: float) -> None:
        super().__init__(connect=0.0, write=0.0, read=0.0, pool=0.0)
        self._deadline = deadline

    def get(self, key: str, default: object = None, /) -> float:  # noqa: ARG002 (the interface of dict)
        return max(0.001, self._deadline - time.monotonic())

    def __getitem__(self, key: str, /) -> float:
        return self.get(key)
