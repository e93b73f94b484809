"""Real sockets: time limits that include the body, and callers who abort."""

from __future__ import annotations

import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator

import anyio
import pytest

import mnema_sdk

Serve = Callable[[socket.socket], None]
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n"


def stall(connection: socket.socket) -> None:
    """Sends headers and a part of the body, then nothing."""
    connection.sendall(HEAD + b'{"id": ')
    connection.recv(1)


def trickle(connection: socket.socket) -> None:
    """Sends a byte now and then; each would restart the timeout of a single read."""
    connection.sendall(HEAD)
    for _ in range(100):
        connection.sendall(b" ")
        time.sleep(0.05)


def silence(connection: socket.socket) -> None:
    """Sends nothing."""
    connection.recv(1)


@pytest.fixture
def listen() -> Iterator[Callable[[Serve], str]]:
    """Serves every connection in the given way; returns the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []
    connections: list[socket.socket] = []

    def accept(serve: Serve) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            connections.append(connection)
            threads.append(threading.Thread(target=handle, args=(connection, serve), daemon=True))
            threads[-1].start()

    def handle(connection: socket.socket, serve: Serve) -> None:
        try:
            connection.recv(65536)
            serve(connection)
        except OSError:
            pass

    def begin(serve: Serve) -> str:
        threads.append(threading.Thread(target=accept, args=(serve,), daemon=True))
        threads[-1].start()
        return f"http://127.0.0.1:{listener.getsockname()[1]}"

    yield begin
    listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    for connection in connections:
        connection.close()
    for thread in threads:
        thread.join(10)


@pytest.mark.parametrize("serve", [stall, trickle, silence])
def test_the_time_limit_includes_the_whole_response(listen: Callable[[Serve], str], serve: Serve) -> None:
    url = listen(serve)
    began = time.monotonic()
    with mnema_sdk.Mnema(api_key="mnk_1", base_url=url, timeout=0.3, max_retries=0) as client:
        with pytest.raises(mnema_sdk.APITimeoutError):
            client.get("mem_1")
        assert 0.29 < time.monotonic() - began < 1.5


@pytest.mark.parametrize("serve", [stall, trickle, silence])
def test_the_time_limit_includes_the_whole_response_asynchronously(
    listen: Callable[[Serve], str], serve: Serve
) -> None:
    url = listen(serve)

    async def ask() -> float:
        began = time.monotonic()
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", base_url=url, timeout=0.3, max_retries=0) as client:
            with pytest.raises(mnema_sdk.APITimeoutError):
                await client.get("mem_1")
        return time.monotonic() - began

    assert 0.29 < anyio.run(ask) < 1.5


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.parametrize("serve", [stall, silence])
def test_a_cancelled_task_ends_at_once_and_is_not_retried(
    listen: Callable[[Serve], str], serve: Serve, backend: str
) -> None:
    url = listen(serve)

    async def ask() -> float:
        began = time.monotonic()
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", base_url=url) as client:
            with anyio.move_on_after(0.2) as scope:
                await client.get("mem_1")
        assert scope.cancelled_caught
        return time.monotonic() - began

    assert anyio.run(ask, backend=backend) < 1.5


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_a_cancelled_task_ends_during_a_pause(backend: str) -> None:
    async def ask() -> float:
        began = time.monotonic()
        async with mnema_sdk.AsyncMnema(api_key="mnk_1", base_url="http://127.0.0.1:1", max_retries=9) as client:
            with anyio.move_on_after(0.2) as scope:
                await client.get("mem_1")
        assert scope.cancelled_caught
        return time.monotonic() - began

    assert anyio.run(ask, backend=backend) < 1.5


def test_an_interrupt_ends_a_blocking_call(listen: Callable[[Serve], str]) -> None:
    url = listen(silence)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    began = time.monotonic()
    try:
        with mnema_sdk.Mnema(api_key="mnk_1", base_url=url) as client, pytest.raises(KeyboardInterrupt):
            client.get("mem_1")
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 1.5


def test_the_error_of_a_failed_connection_names_its_cause() -> None:
    with mnema_sdk.Mnema(api_key="mnk_1", base_url="http://127.0.0.1:1", max_retries=0) as client:
        with pytest.raises(mnema_sdk.APIConnectionError) as caught:
            client.usage()
        assert str(caught.value) == "connection to 127.0.0.1:1 failed after 1 attempt: ECONNREFUSED (GET /usage)"


def test_threads_may_share_a_client(listen: Callable[[Serve], str]) -> None:
    body = b'{"results": [], "degraded": []}'
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)

    def serve(connection: socket.socket) -> None:
        while True:
            connection.sendall(head + body)
            if not connection.recv(65536):
                return

    url = listen(serve)
    found: list[int] = []
    with mnema_sdk.Mnema(api_key="mnk_1", base_url=url, max_retries=0) as client:

        def ask() -> None:
            found.extend(len(client.search(query="tea").results) for _ in range(10))

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert found == [0] * 80
