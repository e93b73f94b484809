"""Carries out a call over httpx2, once blocking and once not. Everything that is decided is decided in ``Call``."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Any

from mnema._call import Call, CallArguments, WireAnswer, WireRequest
from mnema._operations import Answer, Operation
from mnema._settings import configuration_error, refusal

if TYPE_CHECKING:
    import ssl

    import httpx2
    from typing_extensions import Unpack

    from mnema._settings import Settings
    from mnema.options import CallOptions

ALL_AT_ONCE = 100
"""How many connections a client opens at most; further calls wait for one, within their timeout."""


class Transport:
    """Blocking. Safe to share between threads, as the client below it is."""

    def __init__(self, settings: Settings, client: httpx2.Client | None) -> None:
        # Imported here, or `from mnema import Mnema` would take ten times as long.
        import httpx2

        self._library = httpx2
        _check_address(settings.base_url)
        self._settings = settings
        self._owned = client is None
        self._client = httpx2.Client(**_own_settings()) if client is None else client

    def perform(self, operation: Operation[Answer], options: CallOptions, **arguments: Unpack[CallArguments]) -> Answer:
        """Attempts the call until it has a value or an error."""
        call = Call(self._settings, operation, options, **arguments)
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                answer = self._exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"there is no such address: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_answer(answer)
                if pause is None:
                    return call.value
            self.sleep(pause)

    def _exchange(self, request: WireRequest, seconds: float) -> WireAnswer:
        deadline = time.monotonic() + seconds
        method, url, headers, content = request
        limits = {"timeout": _RemainingSeconds(deadline)}
        message = self._client.build_request(method, url, headers=headers, content=content, extensions=limits)
        response = self._client.send(message, stream=True, follow_redirects=False)
        try:
            parts: list[bytes] = []
            for part in response.iter_bytes():
                parts.append(part)
                if time.monotonic() > deadline:
                    raise TimeoutError("the answer came too slowly")
        finally:
            response.close()
        return WireAnswer(response.status_code, response.headers, b"".join(parts))

    @property
    def base_url(self) -> str:
        """Where the server is."""
        return self._settings.base_url

    def sleep(self, seconds: float) -> None:
        """Does nothing for a while."""
        time.sleep(seconds)

    def close(self) -> None:
        """Closes the connections, unless they belong to the caller's own client."""
        if self._owned:
            self._client.close()


class AsyncTransport:
    """The same for asyncio and trio. Cancelling the task ends the attempt, or the pause before the next one."""

    def __init__(self, settings: Settings, client: httpx2.AsyncClient | None) -> None:
        import anyio
        import httpx2

        self._library, self._anyio = httpx2, anyio
        _check_address(settings.base_url)
        self._settings = settings
        self._owned = client is None
        self._client = httpx2.AsyncClient(**_own_settings()) if client is None else client

    async def perform(
        self, operation: Operation[Answer], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Answer:
        """Attempts the call until it has a value or an error."""
        call = Call(self._settings, operation, options, **arguments)
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                answer = await self._exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"there is no such address: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_answer(answer)
                if pause is None:
                    return call.value
            await self.sleep(pause)

    async def _exchange(self, request: WireRequest, seconds: float) -> WireAnswer:
        method, url, headers, content = request
        message = self._client.build_request(method, url, headers=headers, content=content, timeout=None)
        # One clock over everything; those of httpx2 would each begin anew.
        with self._anyio.fail_after(seconds):
            response = await self._client.send(message, follow_redirects=False)
        return WireAnswer(response.status_code, response.headers, response.content)

    @property
    def base_url(self) -> str:
        """Where the server is."""
        return self._settings.base_url

    async def sleep(self, seconds: float) -> None:
        """Does nothing for a while."""
        await self._anyio.sleep(seconds)

    async def close(self) -> None:
        """Closes the connections, unless they belong to the caller's own client."""
        if self._owned:
            await self._client.aclose()


def _check_address(base_url: str) -> None:
    import httpx2

    try:
        httpx2.URL(base_url)
    except httpx2.InvalidURL as failure:
        raise configuration_error(f"base_url is no address: {failure}") from failure


def _own_settings() -> dict[str, Any]:
    """How clients of httpx2 are made when the caller brings none."""
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import httpx2

    limits = httpx2.Limits(max_connections=ALL_AT_ONCE, max_keepalive_connections=ALL_AT_ONCE)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    return {"limits": limits, "verify": _tls(), "cookies": no_cookies}


@cache
def _tls() -> ssl.SSLContext:
    """What TLS connections trust: read once a process, because it takes a tenth of a second."""
    import httpx2

    return httpx2.create_ssl_context()


class _RemainingSeconds(dict[str, float]):
    """The timeouts of httpx2 (connect, write, read, pool): each ends at the deadline, whenever it begins."""

    def __init__(self, deadline: float) -> None:
        super().__init__(connect=0.0, write=0.0, read=0.0, pool=0.0)
        self._deadline = deadline

    def get(self, key: str, default: object = None, /) -> float:  # noqa: ARG002 (the interface of dict)
        return max(0.001, self._deadline - time.monotonic())

    def __getitem__(self, key: str, /) -> float:
        return self.get(key)
