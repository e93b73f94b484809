"""Drives all six tools with the official Python client and prints what it saw, or the error, as JSON.

Usage: drive_six_tools.py MODE; MNEMA_BASE_URL and MNEMA_API_KEY say where, MNEMA_BRIDGE names the program of the stdio
bridge and the interpreter before it, when the client is to go through that.
"""

import asyncio
import json
import os
import sys
from typing import Any

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

MEMORY = "Tea (Ada):\n1) Ada prefers tea without sugar."


async def drive(client: Client) -> dict[str, Any]:
    async def call(name: str, arguments: dict[str, Any]) -> Any:
        result = await client.call_tool(name, arguments)
        if result.is_error:
            raise RuntimeError(f"{name}: {result.content}")
        return result.structured_content

    tools = (await client.list_tools()).tools
    memory_id = (await call("service_add", {"memory": MEMORY, "metadata": {"tags": ["tea"]}, "wait": 10}))["memory_id"]
    found = await call("service_search", {"query": "How does she like her hot drinks?"})
    seen = {
        "version": client.protocol_version,
        "server": client.server_info.name,
        "tools": [tool.name for tool in tools],
        "found": [hit["id"] == memory_id and hit["memory"] == MEMORY for hit in found["results"]],
        "listed": len((await call("service_list", {"tag": "tea"}))["results"]),
        "profiled": (await call("service_profile", {}))["memory_count"],
        "updated": (await call("service_update", {"memory_id": memory_id, "metadata": {"seen": True}}))["version"],
        "deleted": (await call("service_delete", {"memory_id": memory_id}))["memory_id"] == memory_id,
    }
    again = await client.call_tool("service_delete", {"memory_id": memory_id})
    seen["again"] = [again.is_error, again.content[0].text.split(":")[0]]
    try:
        await client.call_tool("service_burn", {})
    except MCPError as error:
        seen["unknown"] = error.code
    return seen


async def main(mode: str) -> None:
    key = os.environ["MNEMA_API_KEY"]
    base_url = os.environ["MNEMA_BASE_URL"]
    bridge = os.environ.get("MNEMA_BRIDGE")
    if bridge is not None:
        command, program = json.loads(bridge)
        environment = {"MNEMA_BASE_URL": base_url, "MNEMA_API_KEY": key}
        server: Any = StdioServerParameters(command=command, args=[program], env=environment)
    else:
        http_client = httpx2.AsyncClient(headers={"X-API-Key": key}, timeout=30)
        server = streamable_http_client(f"{base_url}/mcp", http_client=http_client)
    try:
        async with Client(server, mode=mode) as client:
            print(json.dumps(await drive(client)))
    except* MCPError as group:
        # The client wraps the error of its handshake in one group for each of its tasks.
        error: Any = group
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        print(json.dumps({"code": error.code, "message": error.message, "data": error.error.data}))


asyncio.run(main(sys.argv[1]))
