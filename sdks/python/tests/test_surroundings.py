"""Forks, event loops, proxies, and closed clients: cases in which the same client uses other connections."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import pytest
from conftest import MEMORY, reply

import mnema_sdk

FORKS = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


class Echo(BaseHTTPRequestHandler):
    """Responds with a memory of the requested id, over connections that stay open."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = json.dumps({**MEMORY, "id": self.path.rsplit("/", 1)[-1]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the interface of the base)
        """Writes no log."""


@pytest.fixture
def echo() -> Iterator[str]:
    """The address of an echo server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Echo)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def in_children(ask: Any, count: int = 3) -> list[str]:
    """Returns the results of several forked processes."""
    found: list[str] = []
    read, write = os.pipe()
    children: list[int] = []
    for index in range(count):
        child = os.fork()
        if child == 0:
            try:
                outcome = str(ask(index))
            except BaseException as failure:  # noqa: BLE001 (the parent has to receive every error)
                outcome = repr(failure)
            os.write(write, f"{outcome}\n".encode())
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(read) as file:
        found.extend(file.read().splitlines())
    return found


@FORKS
def test_a_forked_process_gets_its_own_responses(echo: str) -> None:
    with mnema_sdk.Mnema(api_key="mnk_1", base_url=echo, max_retries=0, timeout=5) as client:
        client.get("mem_parent")

        def ask(child: int) -> int:
            return sum(client.get(f"mem_{child}_{turn}").id != f"mem_{child}_{turn}" for turn in range(50))

        assert in_children(ask) == ["0", "0", "0"]
        assert client.get("mem_parent").id == "mem_parent"


@FORKS
def test_a_fork_within_an_event_loop_gets_its_own_responses(echo: str) -> None:
    async def ask_twice() -> tuple[str, list[str]]:
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", base_url=echo, max_retries=0, timeout=5) as client:
            await client.get("mem_parent")

            def ask(child: int) -> str:
                asyncio._set_running_loop(None)
                return asyncio.run(client.get(f"mem_{child}")).id

            found = in_children(ask)
            return (await client.get("mem_after")).id, found

    after, found = asyncio.run(ask_twice())
    assert after == "mem_after"
    assert sorted(found) == ["mem_0", "mem_1", "mem_2"]


@FORKS
def test_the_http_client_of_the_caller_is_rejected_after_a_fork(echo: str) -> None:
    own = httpx2.Client()
    with own, mnema_sdk.Mnema(api_key="mnk_1", base_url=echo, http_client=own) as client:
        client.get("mem_parent")

        def ask(_: int) -> object:
            return client.get("mem_child")

        (found,) = in_children(ask, 1)
        assert "configuration: http_client was created before this process was forked" in found


@FORKS
def test_closing_in_a_fork_leaves_the_parent_its_connections(echo: str) -> None:
    with mnema_sdk.Mnema(api_key="mnk_1", base_url=echo, max_retries=0) as client:
        client.get("mem_parent")

        def close_and_ask(_: int) -> object:
            client.close()
            return client.get("mem_child")

        (found,) = in_children(close_and_ask, 1)
        assert "configuration: the client is closed" in found
        assert client.get("mem_parent").id == "mem_parent"


@pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
def test_a_client_works_in_one_event_loop_after_another(echo: str) -> None:
    client = mnema_sdk.AsyncMnema(api_key="mnk_1", base_url=echo, max_retries=0)
    assert [asyncio.run(client.get(f"mem_{turn}")).id for turn in range(3)] == ["mem_0", "mem_1", "mem_2"]
    del client
    gc.collect()  # warnings about these loops must not reach the next test


def test_a_closed_client_raises() -> None:
    client = mnema_sdk.Mnema(api_key="mnk_1")
    client.close()
    with pytest.raises(mnema_sdk.MnemaError, match="configuration: the client is closed"):
        client.usage()
    own = httpx2.Client(transport=httpx2.MockTransport(lambda _: reply(MEMORY)))
    own.close()
    with pytest.raises(mnema_sdk.MnemaError, match="configuration: the client is closed"):
        mnema_sdk.Mnema(api_key="mnk_1", http_client=own).get("mem_1")


def test_a_closed_asynchronous_client_raises() -> None:
    async def ask() -> None:
        client = mnema_sdk.AsyncMnema(api_key="mnk_1")
        await client.close()
        await client.close()
        await client.usage()

    with pytest.raises(mnema_sdk.MnemaError, match="configuration: the client is closed"):
        asyncio.run(ask())


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_no_proxy_receives_the_key_of_a_server_on_this_machine(
    echo: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(variable, "http://127.0.0.1:1")
    url = echo.replace("127.0.0.1", name)
    with mnema_sdk.Mnema(api_key="mnk_1", base_url=url, max_retries=0) as client:
        assert client.get("mem_1").id == "mem_1"

    async def ask() -> str:
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", base_url=url, max_retries=0) as client:
            return (await client.get("mem_1")).id

    assert asyncio.run(ask()) == "mem_1"


def test_a_proxy_serves_other_hosts(echo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("HTTP_PROXY", "http_proxy"):
        monkeypatch.setenv(variable, echo)
    with mnema_sdk.Mnema(api_key="mnk_1", base_url="http://mnema.test", max_retries=0) as client:
        assert client.get("mem_1").id == "mem_1"


def test_an_invalid_proxy_is_a_mnema_error(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(variable, "nonsense://proxy")
    with pytest.raises(mnema_sdk.MnemaError, match="configuration: no HTTP client can be created"):
        mnema_sdk.Mnema(api_key="mnk_1", base_url="http://mnema.test")
