"""Measures what this package adds to a request: ``overhead.py MEMORY_ID SECONDS`` prints medians in ms as JSON.

``npm run bench -- --only sdk-python`` in the root of the repository starts a server, runs this and prints a table.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing, closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import httpx2

from mnema_sdk import AsyncMnema, Mnema

WARM_UP_CALLS = 200
SEARCH: dict[str, Any] = {"query": "what whistles in the kitchen?", "top_k": 5}

Call = Callable[[], Any]
AsyncCall = Callable[[], Awaitable[Any]]


def time_of(call: Call) -> float:
    """Returns the milliseconds of one call."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1000


async def time_of_async(call: AsyncCall) -> float:
    """Returns the milliseconds of one call."""
    began = time.perf_counter()
    await call()
    return (time.perf_counter() - began) * 1000


def in_turns(own: Call, bare: Call, seconds: float) -> dict[str, float]:
    """Returns the medians of both. Their calls alternate, so that other load of the machine affects both."""
    for _ in range(WARM_UP_CALLS):
        own()
        bare()
    times: dict[str, list[float]] = {"own": [], "bare": []}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        times["own"].append(time_of(own))
        times["bare"].append(time_of(bare))
        times["bare"].append(time_of(bare))
        times["own"].append(time_of(own))
    return {name: statistics.median(values) for name, values in times.items()}


async def in_turns_async(own: AsyncCall, bare: AsyncCall, seconds: float) -> dict[str, float]:
    """Returns the medians of both with the asynchronous client."""
    for _ in range(WARM_UP_CALLS):
        await own()
        await bare()
    times: dict[str, list[float]] = {"own": [], "bare": []}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        times["own"].append(await time_of_async(own))
        times["bare"].append(await time_of_async(bare))
        times["bare"].append(await time_of_async(bare))
        times["own"].append(await time_of_async(own))
    return {name: statistics.median(values) for name, values in times.items()}


def measure(url: str, key: str, memory_id: str, seconds: float) -> dict[str, dict[str, float]]:
    """Compares the blocking client with httpx2 alone."""
    headers = {"X-API-Key": key}
    with Mnema(api_key=key, base_url=url) as mnema, closing(httpx2.Client(headers=headers, timeout=60)) as bare:
        return {
            "GET /memories/{id} through the Python SDK": in_turns(
                lambda: mnema.get(memory_id), lambda: bare.get(f"{url}/memories/{memory_id}").json(), seconds
            ),
            "POST /search through the Python SDK": in_turns(
                lambda: mnema.search(**SEARCH), lambda: bare.post(f"{url}/search", json=SEARCH).json(), seconds
            ),
        }


async def measure_async(url: str, key: str, memory_id: str, seconds: float) -> dict[str, dict[str, float]]:
    """Compares the asynchronous client with httpx2 alone."""
    headers = {"X-API-Key": key}
    library = httpx2.AsyncClient(headers=headers, timeout=60)
    async with AsyncMnema(api_key=key, base_url=url) as mnema, aclosing(library) as bare:

        async def get_bare() -> Any:
            return (await bare.get(f"{url}/memories/{memory_id}")).json()

        async def search_bare() -> Any:
            return (await bare.post(f"{url}/search", json=SEARCH)).json()

        return {
            "GET /memories/{id} through the Python SDK, asynchronous": await in_turns_async(
                lambda: mnema.get(memory_id), get_bare, seconds
            ),
            "POST /search through the Python SDK, asynchronous": await in_turns_async(
                lambda: mnema.search(**SEARCH), search_bare, seconds
            ),
        }


def main() -> None:
    """Measures both clients."""
    memory_id, seconds = sys.argv[1], float(sys.argv[2])
    url, key = os.environ["MNEMA_BASE_URL"], os.environ["MNEMA_API_KEY"]
    results = measure(url, key, memory_id, seconds) | asyncio.run(measure_async(url, key, memory_id, seconds))
    print(json.dumps(results))


if __name__ == "__main__":
    main()
