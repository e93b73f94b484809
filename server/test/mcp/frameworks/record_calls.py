"""Records what agent frameworks really send to the MCP endpoint, when their model calls tools as models do.

Usage: record_calls.py FRAMEWORK...; MNEMA_BASE_URL and MNEMA_API_KEY name a running server. Prints lines of JSON for
recorded-calls.jsonl: a line of each framework with its versions, then a line of each of its requests. README.md
lists the packages.
"""

import asyncio
import datetime
import http.client
import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

KEY = os.environ["MNEMA_API_KEY"]
SERVER = urlsplit(os.environ["MNEMA_BASE_URL"])
HEADERS = {"X-API-Key": KEY}
CLIENTS_OF_TYPESCRIPT = Path(__file__).with_name("record-calls.mjs")
# A call names the memory that its framework wrote last.
MEMORY = "$MEMORY"
RECORDED_HEADERS = {"accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"}

Call = Callable[[str, str], Awaitable[object]]


class Recorder(BaseHTTPRequestHandler):
    """Passes each request on to the server and keeps it."""

    protocol_version = "HTTP/1.1"
    requests: list[dict[str, Any]] = []
    memory_id = MEMORY
    label = ""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        sent = {name.lower(): value for name, value in self.headers.items() if name.lower() in RECORDED_HEADERS}
        line = {"headers": sent} if self.command == "POST" else {"method": self.command, "headers": sent}
        if body:
            line["body"] = json.loads(body.decode().replace(Recorder.memory_id, MEMORY))
        if line.get("body", {}).get("method") == "tools/call":
            line = {"call": Recorder.label, **line}
        # Some frameworks begin each call with the same handshake.
        if "call" in line or without_id(line) not in map(without_id, Recorder.requests):
            Recorder.requests.append(line)
        upstream = http.client.HTTPConnection(SERVER.hostname or "", SERVER.port)
        passed = {name: value for name, value in self.headers.items() if name.lower() != "host"}
        upstream.request(self.command, self.path, body, passed)
        response = upstream.getresponse()
        content = response.read()
        if b'"memory_id":"mem_' in content and Recorder.label.startswith("add"):
            Recorder.memory_id = json.loads(content)["result"]["structuredContent"]["memory_id"]
        self.send_response(response.status)
        for name, value in response.getheaders():
            if name.lower() in ("content-type", "allow"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_DELETE = do_POST


def without_id(line: dict[str, Any]) -> dict[str, Any]:
    return {**line, "body": {**line.get("body", {}), "id": None}}


def blanks(schema: dict[str, Any]) -> Any:
    """The blank of each type, as a model sends it that must fill in a strict schema."""
    if schema["type"] == "object":
        return {name: blanks(one) for name, one in schema["properties"].items()}
    minimum = schema.get("minimum", 0)
    return {"string": "", "array": [], "boolean": False, "integer": minimum, "number": minimum}[schema["type"]]


def calls_of_models(tools: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Each call has a label, a tool and the arguments as the text that a model writes."""
    schemas = {tool["name"]: tool["inputSchema"] for tool in tools}

    def strict(name: str, **values: Any) -> dict[str, Any]:
        return {**blanks(schemas[name]), **values}

    def nulls(name: str, **values: Any) -> dict[str, Any]:
        return {**dict.fromkeys(schemas[name]["properties"]), **values}

    metadata = blanks(schemas["service_add"]["properties"]["metadata"])
    calls: list[tuple[str, str, Any]] = [
        (
            "add, blanks",
            "service_add",
            strict("service_add", memory="Quay:\n1) It opens at six.", metadata={**metadata, "project": "port"}),
        ),
        ("search, blanks", "service_search", strict("service_search", query="quay", top_k=5)),
        ("search, nulls", "service_search", nulls("service_search", query="quay")),
        (
            "search, values in strings",
            "service_search",
            {"query": "quay", "top_k": "5", "threshold": "0", "filters": '{"project": "port"}'},
        ),
        ("search, names of others", "service_search", {"q": "quay", "limit": 5}),
        ("search, filters in words", "service_search", {"query": "quay", "filters": "project = port"}),
        ("search, a list for a text", "service_search", {"query": ["quay", "port"]}),
        ("list, blanks", "service_list", strict("service_list", limit=20)),
        ("list, nulls", "service_list", nulls("service_list")),
        ("list, no arguments", "service_list", ""),
        ("list, an unknown name", "service_list", {"projects": "port"}),
        ("profile, blanks", "service_profile", strict("service_profile", max_characters=2_000)),
        ("update, metadata in a string", "service_update", {"id": MEMORY, "metadata": '{"tags": ["harbour"]}'}),
        ("update, nulls", "service_update", nulls("service_update", memory_id=MEMORY, metadata={"area": "north"})),
        (
            "update, text beside blanks",
            "service_update",
            strict("service_update", memory_id=MEMORY, memory="Quay:\n1) It opens at seven."),
        ),
        (
            "update, the text twice",
            "service_update",
            strict("service_update", memory_id=MEMORY, memory="Quay:\n1) At ten.", text="Quay:\n1) At ten."),
        ),
        ("update, only blanks", "service_update", strict("service_update", memory_id=MEMORY)),
        ("update, an id of the model", "service_update", {"memory_id": "mem_1", "memory": "Quay:\n1) At ten."}),
        ("delete, only blanks", "service_delete", strict("service_delete")),
        ("delete, nulls and a user", "service_delete", nulls("service_delete", user_id="ada", confirm=1)),
        ("delete, blanks", "service_delete", strict("service_delete", memory_id=MEMORY)),
        ("add, tags beside metadata", "service_add", {"memory": "Quay:\n1) It is wet.", "tags": ["rain"]}),
        ("add, a list for a text", "service_add", {"memory": ["Quay:", "1) It is wet."]}),
        (
            "add, values in strings",
            "service_add",
            {"content": "Quay: wet.", "metadata": '{"tags": "rain"}', "infer": "False", "wait": "1", "expires_at": ""},
        ),
        ("delete, nulls", "service_delete", nulls("service_delete", memory_id=MEMORY)),
    ]
    return [(label, name, given if given == "" else json.dumps(given)) for label, name, given in calls]


@asynccontextmanager
async def openai_agents(url: str) -> AsyncIterator[Call]:
    from agents import Agent, Runner, set_tracing_disabled
    from agents.mcp import MCPServerStreamableHttp
    from agents.testing import ScriptedModel, assistant_message, function_call

    set_tracing_disabled(True)
    async with MCPServerStreamableHttp({"url": url, "headers": HEADERS}, cache_tools_list=True) as server:

        async def call(name: str, arguments: str) -> object:
            answer = function_call(name, arguments, call_id="call_1")
            model = ScriptedModel([[answer], [assistant_message("Done.")]])
            agent = Agent(
                name="Agent", model=model, mcp_servers=[server], mcp_config={"convert_schemas_to_strict": True}
            )
            return await Runner.run(agent, "Go on.")

        yield call


@asynccontextmanager
async def langchain_mcp_adapters(url: str) -> AsyncIterator[Call]:
    from langchain_mcp_adapters.client import MultiServerMCPClient

    client = MultiServerMCPClient({"mnema": {"transport": "streamable_http", "url": url, "headers": HEADERS}})
    tools = {tool.name: tool for tool in await client.get_tools()}

    async def call(name: str, arguments: str) -> object:
        args = json.loads(arguments or "{}")
        return await tools[name].ainvoke({"type": "tool_call", "id": "1", "name": name, "args": args})

    yield call


@asynccontextmanager
async def pydantic_ai(url: str) -> AsyncIterator[Call]:
    from pydantic_ai import Agent
    from pydantic_ai.mcp import MCPToolset
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel

    toolset = MCPToolset(url, headers=HEADERS)

    async def call(name: str, arguments: str) -> object:
        def answer(messages: list[Any], _info: object) -> ModelResponse:
            first = len(messages) == 1
            return ModelResponse([ToolCallPart(name, arguments) if first else TextPart("Done.")])

        return await Agent(FunctionModel(answer), toolsets=[toolset]).run("Go on.")

    async with toolset:
        yield call


@asynccontextmanager
async def fastmcp(url: str) -> AsyncIterator[Call]:
    from fastmcp import Client
    from fastmcp.client.transports import StreamableHttpTransport

    async with Client(StreamableHttpTransport(url, headers=HEADERS)) as client:
        await client.list_tools()

        async def call(name: str, arguments: str) -> object:
            return await client.call_tool(name, json.loads(arguments or "{}"), raise_on_error=False)

        yield call


@asynccontextmanager
async def mcp(url: str) -> AsyncIterator[Call]:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    http_client = httpx2.AsyncClient(headers=HEADERS, timeout=30)
    async with Client(streamable_http_client(url, http_client=http_client)) as client:
        await client.list_tools()

        async def call(name: str, arguments: str) -> object:
            return await client.call_tool(name, json.loads(arguments or "{}"))

        yield call


def of_typescript(package: str) -> Callable[[str], Any]:
    @asynccontextmanager
    async def client(url: str) -> AsyncIterator[Call]:
        words = ["node", str(CLIENTS_OF_TYPESCRIPT), package, url]
        program = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert program.stdin and program.stdout
        program.stdout.readline()

        async def call(name: str, arguments: str) -> object:
            assert program.stdin and program.stdout
            print(
                json.dumps({"name": name, "arguments": json.loads(arguments or "{}")}), file=program.stdin, flush=True
            )
            return await asyncio.to_thread(program.stdout.readline)

        yield call
        program.stdin.close()
        program.wait()

    return client


FRAMEWORKS: dict[str, Callable[[str], Any]] = {
    "openai-agents": openai_agents,
    "langchain-mcp-adapters": langchain_mcp_adapters,
    "pydantic-ai-slim": pydantic_ai,
    "fastmcp": fastmcp,
    "mcp": mcp,
    "@modelcontextprotocol/client": of_typescript("@modelcontextprotocol/client"),
    "@modelcontextprotocol/sdk": of_typescript("@modelcontextprotocol/sdk"),
}


def strict_schemas(tools: list[dict[str, Any]]) -> dict[str, Any]:
    """The schemas that openai-agents makes for the strict mode of OpenAI. It raises an error where it cannot."""
    from agents.strict_schema import ensure_strict_json_schema

    def without_words(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: without_words(one) for key, one in value.items() if key != "description"}

    return {
        tool["name"]: without_words(ensure_strict_json_schema(tool["inputSchema"], _reject_open_objects=True))
        for tool in tools
    }


def listed_tools() -> list[dict[str, Any]]:
    connection = http.client.HTTPConnection(SERVER.hostname or "", SERVER.port)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    connection.request("POST", "/mcp", body, {**HEADERS, "Content-Type": "application/json"})
    tools: list[dict[str, Any]] = json.loads(connection.getresponse().read())["result"]["tools"]
    return tools


def versions_of(framework: str) -> dict[str, str]:
    if framework.startswith("@"):
        words = ["node", str(CLIENTS_OF_TYPESCRIPT), framework, "--version"]
        return {framework: subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()}
    return {name: version(name) for name in {framework: None, "mcp": None}}


async def record(framework: str, proxy: str) -> None:
    Recorder.requests = []
    Recorder.memory_id = MEMORY
    async with FRAMEWORKS[framework](f"{proxy}/mcp") as call:
        for label, name, arguments in calls_of_models(listed_tools()):
            Recorder.label = label
            count = len(Recorder.requests)
            outcome: object = "no error"
            try:
                outcome = await call(name, arguments.replace(MEMORY, Recorder.memory_id))
            except Exception as error:
                outcome = f"{type(error).__name__}: {error}"
            print(framework, label, str(outcome)[:300].replace("\n", " "), file=sys.stderr)
            if not any(request.get("call") == label for request in Recorder.requests[count:]):
                Recorder.requests.append({"call": label, "unsent": True})
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    sent = [request["headers"] for request in Recorder.requests if "body" in request]
    shared = {name: value for name, value in sent[0].items() if all(one.get(name) == value for one in sent)}
    for headers in sent:
        for name in shared:
            del headers[name]
    versions = versions_of(framework)
    head: dict[str, Any] = {"framework": framework, "versions": versions, "recorded": today, "headers": shared}
    if framework == "openai-agents":
        head["strict"] = strict_schemas(listed_tools())
    for line in [head, *Recorder.requests]:
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


async def main(frameworks: list[str]) -> None:
    recorder = ThreadingHTTPServer(("127.0.0.1", 0), Recorder)
    threading.Thread(target=recorder.serve_forever, daemon=True).start()
    for framework in frameworks:
        await record(framework, f"http://127.0.0.1:{recorder.server_port}")


asyncio.run(main(sys.argv[1:]))
