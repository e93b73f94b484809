"""Carries out a call over httpx2, once blocking and once not. ``Call`` makes all decisions."""

from __future__ import annotations

import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from mnema_sdk._call import Call, CallArguments, WireRequest, WireResponse
from mnema_sdk._operations import Operation, Result
from mnema_sdk._settings import configuration_error, refusal

if TYPE_CHECKING:
    import ssl

    import httpx2
    from anyio.lowlevel import RunVar
    from typing_extensions import Unpack

    from mnema_sdk._settings import Settings
    from mnema_sdk.errors import MnemaError
    from mnema_sdk.options import CallOptions

ALL_AT_ONCE = 100
"""The maximum number of connections of a client; further calls wait for one, within their timeout."""


class Transport:
    """The blocking transport. Threads may share it, as they may share the client below it."""

    def __init__(self, settings: Settings, client: httpx2.Client | None) -> None:
        # This module is imported here; otherwise `from mnema_sdk import Mnema` would take ten times as long.
        import httpx2

        self._library = httpx2
        _check_address(settings.base_url)
        self._settings = settings
        self._owned = client is None
        self._process = os.getpid()
        self._client = self._make_client() if client is None else client

    def perform(self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]) -> Result:
        """Repeats the call until it has a value or an error."""
        call = Call(self._settings, operation, options, **arguments)
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                response = self._exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"there is no such address: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_response(response)
                if pause is None:
                    return call.value
            self.sleep(pause)

    def _make_client(self) -> httpx2.Client:
        with _refusing_unusable_surroundings():
            return self._library.Client(**_own_settings(self._settings.base_url))

    def _usable_client(self) -> httpx2.Client:
        """Returns the client of this process: a fork shares its sockets with the parent, which would get responses."""
        if self._client.is_closed:
            raise _closed()
        process = os.getpid()
        if process != self._process:
            if not self._owned:
                raise _from_another_process()
            # The inherited client is not closed, because the parent still uses its connections. The process is stored
            # last, so that no other thread uses the inherited client.
            self._client = self._make_client()
            self._process = process
        return self._client

    def _exchange(self, request: WireRequest, seconds: float) -> WireResponse:
        deadline = time.monotonic() + seconds
        method, url, headers, content = request
        limits = {"timeout": _RemainingSeconds(deadline)}
        client = self._usable_client()
        message = client.build_request(method, url, headers=headers, content=content, extensions=limits)
        response = client.send(message, stream=True, follow_redirects=False)
        try:
            parts: list[bytes] = []
            for part in response.iter_bytes():
                parts.append(part)
                if time.monotonic() > deadline:
                    raise TimeoutError("the answer came too slowly")
        finally:
            response.close()
        return WireResponse(response.status_code, response.headers, b"".join(parts))

    @property
    def base_url(self) -> str:
        """The address of the server."""
        return self._settings.base_url

    def sleep(self, seconds: float) -> None:
        """Pauses."""
        time.sleep(seconds)

    def close(self) -> None:
        """Closes the connections, unless they belong to the caller's own client."""
        if self._owned and self._process == os.getpid():
            self._client.close()
        elif self._owned:
            # The connections of the parent stay open; a new client, closed at once, rejects further calls.
            self._client = self._make_client()
            self._client.close()


class AsyncTransport:
    """The transport for asyncio and trio. Cancelling the task ends the attempt, or the pause before the next one."""

    def __init__(self, settings: Settings, client: httpx2.AsyncClient | None) -> None:
        import anyio
        import httpx2

        self._library, self._anyio = httpx2, anyio
        _check_address(settings.base_url)
        self._settings = settings
        self._process = os.getpid()
        self._given = client
        self._closed = False
        self._own: tuple[tuple[int, object], httpx2.AsyncClient] | None = None

    async def perform(
        self, operation: Operation[Result], options: CallOptions, **arguments: Unpack[CallArguments]
    ) -> Result:
        """Repeats the call until it has a value or an error."""
        call = Call(self._settings, operation, options, **arguments)
        pause: float | None
        while True:
            request, seconds = call.next_request(), call.attempt_seconds()
            try:
                response = await self._exchange(request, seconds)
            except self._library.InvalidURL as failure:
                raise refusal(f"there is no such address: {failure}", "invalid_argument") from failure
            except (self._library.TimeoutException, TimeoutError) as failure:
                pause = call.after_timeout(failure, seconds)
            except self._library.RequestError as failure:
                pause = call.after_failure(failure)
            else:
                pause = call.after_response(response)
                if pause is None:
                    return call.value
            await self.sleep(pause)

    def _usable_client(self) -> httpx2.AsyncClient:
        """Returns the client of this event loop in this process."""
        process = os.getpid()
        if self._given is not None:
            if self._given.is_closed:
                raise _closed()
            if process != self._process:
                raise _from_another_process()
            return self._given
        if self._closed:
            raise _closed()
        home = (process, _this_loop())
        if self._own is None or self._own[0] != home:
            # Connections only work in the event loop that opened them. Those of another one are not closed: it may have
            # ended, or belong to the parent.
            with _refusing_unusable_surroundings():
                self._own = (home, self._library.AsyncClient(**_own_settings(self._settings.base_url)))
        return self._own[1]

    async def _exchange(self, request: WireRequest, seconds: float) -> WireResponse:
        method, url, headers, content = request
        client = self._usable_client()
        message = client.build_request(method, url, headers=headers, content=content, timeout=None)
        try:
            # One limit covers the whole attempt; each timeout of httpx2 would begin again with every step.
            with self._anyio.fail_after(seconds):
                response = await client.send(message, follow_redirects=False)
        except RuntimeError as failure:
            if self._given is None:
                raise
            # This is the message of asyncio for a connection whose event loop has ended.
            raise configuration_error(
                f"http_client cannot be used here ({failure}): it belongs to the event loop in which it was first used"
            ) from failure
        return WireResponse(response.status_code, response.headers, response.content)

    @property
    def base_url(self) -> str:
        """The address of the server."""
        return self._settings.base_url

    async def sleep(self, seconds: float) -> None:
        """Pauses."""
        await self._anyio.sleep(seconds)

    async def close(self) -> None:
        """Closes the connections, unless they belong to the caller's own client."""
        if self._given is not None or self._closed:
            return
        self._closed = True
        if self._own is not None and self._own[0] == (os.getpid(), _this_loop()):
            await self._own[1].aclose()


def _this_loop() -> object:
    """Returns an object that identifies the running event loop without keeping it alive."""
    variable = _loop_variable()
    mark = variable.get(None)
    if mark is None:
        mark = object()
        variable.set(mark)
    return mark


@cache
def _loop_variable() -> RunVar[object]:
    from anyio.lowlevel import RunVar

    return RunVar("mnema_loop")


def _check_address(base_url: str) -> None:
    import httpx2

    try:
        # Looking the name up repeats the second step: a label has at most 63 characters.
        httpx2.URL(base_url).raw_host.decode("ascii").encode("idna")
    except (httpx2.InvalidURL, UnicodeError) as failure:
        raise configuration_error(f"base_url is no address: {failure}") from failure


def _is_loopback(base_url: str) -> bool:
    import ipaddress

    import httpx2

    host = httpx2.URL(base_url).host.rstrip(".")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _closed() -> MnemaError:
    return configuration_error("the client is closed: make another")


def _from_another_process() -> MnemaError:
    return configuration_error(
        "http_client was made before this process was forked, and its connections are the parent's: "
        "make the http_client and the client after the fork"
    )


@contextmanager
def _refusing_unusable_surroundings() -> Generator[None]:
    """Raises for settings of httpx2 in the environment, proxies and certificates, that are invalid."""
    try:
        yield
    except (ValueError, ImportError, OSError) as failure:
        raise configuration_error(
            f"no HTTP client can be made with HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR as "
            f"they are: {type(failure).__name__}"
        ) from failure


def _own_settings(base_url: str) -> dict[str, Any]:
    """Returns the arguments of httpx2 clients when the caller provides none."""
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import httpx2

    limits = httpx2.Limits(max_connections=ALL_AT_ONCE, max_keepalive_connections=ALL_AT_ONCE)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    # A proxy can't reach servers on this machine, and would receive the key.
    return {"limits": limits, "verify": _tls(), "cookies": no_cookies, "trust_env": not _is_loopback(base_url)}


@cache
def _tls() -> ssl.SSLContext:
    """Returns the certificates that TLS trusts: read once a process, because it takes a tenth of a second."""
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
