"""A real server for the examples."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from live_server import Server, start_server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server of this repository, in a process of its own."""
    yield from start_server()


@pytest.fixture(autouse=True)
def environment(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the environment of the examples."""
    monkeypatch.setenv("MNEMA_API_KEY", server.key)
    monkeypatch.setenv("MNEMA_BASE_URL", server.url)
