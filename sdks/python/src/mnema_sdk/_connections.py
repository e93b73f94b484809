"""The connections of a client, which its scoped clients share."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from mnema_sdk._settings import configuration_error

if TYPE_CHECKING:
    import ssl

    import httpx2
    from anyio.lowlevel import RunVar

    from mnema_sdk.errors import MnemaError

ALL_AT_ONCE = 100
"""The maximum number of connections of a client; further calls wait for one, within their timeout."""


class Connections:
    """The connections of the blocking client. Threads may share them."""

    def __init__(self, base_url: str, client: httpx2.Client | None) -> None:
        # This module is imported here; otherwise `from mnema_sdk import Mnema` would take ten times as long.
        import httpx2

        self.library = httpx2
        _check_address(base_url)
        self._base_url = base_url
        self._owned = client is None
        self._process = os.getpid()
        self._client = self._make_client() if client is None else client

    def _make_client(self) -> httpx2.Client:
        with _refusing_unusable_surroundings():
            return self.library.Client(**_own_settings(self._base_url))

    def usable_client(self) -> httpx2.Client:
        """Return the client of this process: a fork shares its sockets with the parent, which would get responses."""
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

    def close(self) -> None:
        """Close the connections, unless they belong to the caller's own client."""
        if self._owned and self._process == os.getpid():
            self._client.close()
        elif self._owned:
            # The connections of the parent stay open; a new client, closed at once, rejects further calls.
            self._client = self._make_client()
            self._client.close()


class AsyncConnections:
    """The connections of the asynchronous client."""

    def __init__(self, base_url: str, client: httpx2.AsyncClient | None) -> None:
        import httpx2

        self.library = httpx2
        _check_address(base_url)
        self._base_url = base_url
        self._process = os.getpid()
        self._given = client
        self._closed = False
        self._own: tuple[tuple[int, object], httpx2.AsyncClient] | None = None

    @property
    def owned(self) -> bool:
        """Whether they do not belong to the caller's own client."""
        return self._given is None

    def usable_client(self) -> httpx2.AsyncClient:
        """Return the client of this event loop in this process."""
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
                self._own = (home, self.library.AsyncClient(**_own_settings(self._base_url)))
        return self._own[1]

    async def close(self) -> None:
        """Close the connections, unless they belong to the caller's own client."""
        if self._given is not None or self._closed:
            return
        self._closed = True
        if self._own is not None and self._own[0] == (os.getpid(), _this_loop()):
            await self._own[1].aclose()


def _this_loop() -> object:
    """Return an object that identifies the running event loop without keeping it alive."""
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
        raise configuration_error(f"base_url is not a valid address: {failure}") from failure


def _is_loopback(base_url: str) -> bool:
    import ipaddress

    import httpx2

    host = httpx2.URL(base_url).host.rstrip(".")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _closed() -> MnemaError:
    return configuration_error("the client is closed: create another")


def _from_another_process() -> MnemaError:
    return configuration_error(
        "http_client was created before this process was forked, and its connections are the parent's: "
        "create the http_client and the client after the fork"
    )


@contextmanager
def _refusing_unusable_surroundings() -> Generator[None]:
    """Raise for settings of httpx2 in the environment, proxies and certificates, that are invalid."""
    try:
        yield
    except (ValueError, ImportError, OSError) as failure:
        raise configuration_error(
            f"no HTTP client can be created with HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR as "
            f"they are: {type(failure).__name__}"
        ) from failure


def _own_settings(base_url: str) -> dict[str, Any]:
    """Return the arguments of httpx2 clients when the caller provides none."""
    from http.cookiejar import CookieJar, DefaultCookiePolicy

    import httpx2

    limits = httpx2.Limits(max_connections=ALL_AT_ONCE, max_keepalive_connections=ALL_AT_ONCE)
    no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
    # A proxy can't reach servers on this machine, and would receive the key.
    return {"limits": limits, "verify": _tls(), "cookies": no_cookies, "trust_env": not _is_loopback(base_url)}


@cache
def _tls() -> ssl.SSLContext:
    """Return the certificates that TLS trusts: read once a process, because it takes a tenth of a second."""
    import httpx2

    return httpx2.create_ssl_context()
