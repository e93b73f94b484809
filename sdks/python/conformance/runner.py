"""Runs the cases of a plan with this SDK and reports the results of the calls: ``runner.py [--async] PLAN RESULT``.

It holds nothing about single cases. ``conformance/README.md`` in the root describes the form of the plan and the
report.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import uuid
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any, TypeAlias, cast

# The runner uses the package beside this file, whatever is installed.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import httpx2
from pydantic import BaseModel

import mnema_sdk
from mnema_sdk._async import pages as _async
from mnema_sdk._sync import pages as _sync

Values: TypeAlias = dict[str, Any]

FIRST_ARGUMENTS = (
    "memory_id",
    "key_id",
    "session_id",
    "deletion_id",
    "webhook_id",
    "delivery_id",
    "memories",
    "lines",
    "version",
)


class Aborted(Exception):  # noqa: N818 (the name that all SDKs report)
    """The caller has aborted the call, with an exception that a signal handler raises in a blocking call."""


class Case:
    """One case: it resolves its strings, carries out its steps and reports."""

    def __init__(self, case: Values, plan: Values) -> None:
        self.case = case
        self.variables: Values = {
            **plan["credentials"],
            **plan["variables"],
            "unique": uuid.uuid4().hex,
            "base_url": f"{plan['base_url']}/{case['id']}",
        }
        self.credentials: Values = plan["credentials"]
        self.saved: Values = {}
        self.outcomes: list[Values] = []
        self.requests = 0

    def resolve(self, value: Any) -> Any:
        """Returns the value with its ``${name}`` and ``$repeat`` filled in."""
        known = {**self.variables, **self.saved}
        if isinstance(value, str):
            whole = re.fullmatch(r"\$\{(\w+)\}", value)
            if whole:
                return known[whole[1]]
            return re.sub(r"\$\{(\w+)\}", lambda found: str(known[found[1]]), value)
        if isinstance(value, list):
            return [self.resolve(part) for part in cast("list[Any]", value)]
        if isinstance(value, dict):
            values = cast("Values", value)
            if set(values) == {"$repeat"}:
                text, times = self.resolve(values["$repeat"])
                return text * times
            return {self.resolve(name): self.resolve(part) for name, part in values.items()}
        return value

    def count(self, _: object) -> None:
        """Counts a request that is sent."""
        self.requests += 1

    async def count_async(self, _: object) -> None:
        """Counts a request that is sent."""
        self.requests += 1

    def is_abandoned(self) -> bool:
        """Whether the caller aborts a call; Python then raises its own exception without a number of attempts."""
        return any("abort_after_ms" in step.get("options", {}) for step in self.case["steps"])

    def client_arguments(self) -> Values:
        """The arguments of the client."""
        given = cast("Values", self.resolve(self.case.get("client", {})))
        arguments: Values = {}
        if "environment" not in given:
            arguments["base_url"] = self.variables["base_url"]
            credential = given.get("credential", "api_key")
            if credential == "access_token":
                arguments["access_token"] = self.credentials["access_token"]
            elif credential != "none":
                arguments["api_key"] = self.credentials[credential]
        if "max_retries" in given:
            arguments["max_retries"] = given["max_retries"]
        if "timeout_ms" in given:
            arguments["timeout"] = given["timeout_ms"] / 1000
        if "headers" in given:
            arguments["headers"] = given["headers"]
        return arguments

    @contextmanager
    def environment(self) -> Generator[None]:
        """The variables of the environment of the client."""
        before = dict(os.environ)
        for name in ("MNEMA_API_KEY", "MNEMA_BASE_URL"):
            os.environ.pop(name, None)
        os.environ.update(self.resolve(self.case.get("client", {}).get("environment", {})))
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)

    def call_of(self, step: Values) -> tuple[str, list[Any], Values, Values]:
        """Returns the name of the method, its arguments, and those of the runner itself."""
        options = cast("Values", self.resolve(step.get("options", {})))
        runner = {name: options.pop(name) for name in ("abort_after_ms", "take", "scope") if name in options}
        if "timeout_ms" in options:
            options["timeout"] = options.pop("timeout_ms") / 1000
        if "headers" in options:
            options["extra_headers"] = options.pop("headers")
        if "return" in options:
            options["return_"] = options.pop("return")
        arguments = cast("Values", self.resolve(step.get("args", {})))
        first = [arguments.pop(name) for name in FIRST_ARGUMENTS if name in arguments]
        named = {f"{name}_" if name == "from" else name: value for name, value in arguments.items()}
        call: str = step["call"]
        if call == "update" and named.get("expires_at", "") is None:
            named["expires_at"] = mnema_sdk.NEVER
        return call.removesuffix("_all"), first, {**named, **options}, runner

    def keep(self, step: Values, outcome: Values) -> bool:
        """Records the outcome; returns whether it is of the expected kind."""
        self.outcomes.append(outcome)
        if "value" in outcome:
            for name, pointer in step.get("save", {}).items():
                self.saved[name] = follow(outcome["value"], pointer)
        return ("value" in outcome) == ("value" in step["expect"])

    def report(self) -> Values:
        """Returns the result of the case."""
        return {
            "id": self.case["id"],
            "saved": self.saved,
            "variables": {"unique": self.variables["unique"]},
            "steps": self.outcomes,
        }


def follow(value: Any, pointer: str) -> Any:
    """Returns the value at a JSON pointer; None when there is none."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key) if isinstance(value, list) else key]
        except (KeyError, IndexError, ValueError, TypeError):
            return None
    return value


def to_wire(value: Any) -> Any:
    """Returns a response in the names and forms of the wire."""
    if isinstance(value, BaseModel):
        return to_wire(value.model_dump(by_alias=True, exclude_unset=True))
    if isinstance(value, _sync.CursorPage | _async.AsyncCursorPage):
        page = cast("_sync.CursorPage[Any]", value)
        warnings = to_wire(getattr(page, "warnings", None))
        known = {"results": to_wire(page.results), "next_cursor": page.next_cursor}
        return known if warnings is None else {**known, "warnings": warnings}
    if isinstance(value, mnema_sdk.RequestPage | mnema_sdk.AsyncRequestPage):
        # A server that is older has no cursor.
        known = {"results": to_wire(value.results), "total": value.total}
        return {**known, "newer_cursor": value.newer_cursor} if getattr(value, "newer_cursor", None) else known
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {name: to_wire(part) for name, part in cast("Values", value).items()}
    if isinstance(value, list):
        return [to_wire(part) for part in cast("list[Any]", value)]
    return value


def report_error(error: BaseException, requests: int) -> Values:
    """Describes an error with the names that all SDKs share."""
    if isinstance(error, Aborted | asyncio.CancelledError):
        return {"error": {**dict.fromkeys(NAMES), "class": "APIAbortError", "code": "aborted", "attempts": requests}}
    if not isinstance(error, mnema_sdk.MnemaError):
        raise error
    errors = [part._asdict() for part in error.errors] or None
    return {
        "error": {
            "class": type(error).__name__,
            **{name: getattr(error, name, None) for name in NAMES},
            "errors": errors,
            "batch": to_wire(error.batch),
            "imported": to_wire(error.imported),
        }
    }


NAMES = ("status", "code", "detail", "errors", "request_id", "retry_after", "attempts", "batch", "matched", "imported")


def in_scope(client: Any, scope: dict[str, str]) -> Any:
    """Returns the client of a step that has the option ``scope``."""
    for name, value in scope.items():
        client = getattr(client, f"for_{name.removesuffix('_id')}")(value)
    return client


def has_items(call: str) -> bool:
    """Whether the value of a call is iterated over."""
    return call.endswith("_all") or call in ("export", "requests.tail")


def find(client: Any, method: str) -> Any:
    """Returns the method of this dotted name."""
    for part in method.split("."):
        client = getattr(client, part)
    return client


def run_case(case: Case) -> None:
    """Carries out the case with the blocking client."""
    client: mnema_sdk.Mnema | None = None
    for step in case.case["steps"]:
        method, first, named, runner = case.call_of(step)
        try:
            if client is None:
                own = httpx2.Client(event_hooks={"request": [case.count]}) if case.is_abandoned() else None
                with case.environment():
                    client = mnema_sdk.Mnema(http_client=own, **case.client_arguments())
            case.requests = 0
            with interruption(runner.get("abort_after_ms")):
                own_client = in_scope(client, runner.get("scope", {}))
                value = None if method == "construct" else find(own_client, method)(*first, **named)
                if has_items(step["call"]):
                    value = {"items": list(take(value, runner.get("take")))}
            outcome: Values = {"value": to_wire(value)}
        except (mnema_sdk.MnemaError, Aborted) as error:
            outcome = report_error(error, case.requests)
        if not case.keep(step, outcome):
            break
    if client is not None:
        client.close()


async def run_case_async(case: Case) -> None:
    """Carries out the case with the asynchronous client."""
    client: mnema_sdk.AsyncMnema | None = None
    for step in case.case["steps"]:
        method, first, named, runner = case.call_of(step)
        try:
            if client is None:
                hooks = {"request": [case.count_async]}
                own = httpx2.AsyncClient(event_hooks=hooks) if case.is_abandoned() else None
                with case.environment():
                    client = mnema_sdk.AsyncMnema(http_client=own, **case.client_arguments())
            case.requests = 0
            after_ms = runner.get("abort_after_ms")
            own_client = in_scope(client, runner.get("scope", {}))
            task = asyncio.ensure_future(perform(own_client, step["call"], method, first, named, runner.get("take")))
            if after_ms is not None:
                asyncio.get_running_loop().call_later(after_ms / 1000, task.cancel)
            outcome: Values = {"value": to_wire(await task)}
        except (mnema_sdk.MnemaError, asyncio.CancelledError) as error:
            outcome = report_error(error, case.requests)
        if not case.keep(step, outcome):
            break
    if client is not None:
        await client.close()


async def perform(
    client: mnema_sdk.AsyncMnema, call: str, method: str, first: list[Any], named: Values, limit: int | None
) -> Any:
    """Makes one call of the asynchronous client."""
    if method == "construct":
        return None
    value = find(client, method)(*first, **named)
    if has_items(call):
        return {"items": [item async for item in take_async(value, limit)]}
    return await value


def take(page: Any, limit: int | None) -> Iterator[Any]:
    """Returns the first items of all pages."""
    for position, item in enumerate(page, start=1):
        yield item
        if position == limit:
            return


async def take_async(page: Any, limit: int | None) -> AsyncIterator[Any]:
    """Returns the first items of all pages."""
    position = 0
    async for item in page:
        position += 1
        yield item
        if position == limit:
            return


@contextmanager
def interruption(after_ms: int | None) -> Generator[None]:
    """Raises ``Aborted`` after a delay, as Ctrl-C raises ``KeyboardInterrupt``."""
    if after_ms is None:
        yield
        return

    def interrupt(*_: object) -> None:
        raise Aborted

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        if after_ms == 0:
            signal.raise_signal(signal.SIGALRM)
        signal.setitimer(signal.ITIMER_REAL, after_ms / 1000)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main(arguments: list[str]) -> int:
    """Runs the plan."""
    blocking = "--async" not in arguments
    plan_file, result_file = (argument for argument in arguments if argument != "--async")
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    cases = [Case(case, plan) for case in plan["cases"]]
    for case in cases:
        if blocking:
            run_case(case)
        else:
            asyncio.run(run_case_async(case))
    result = {
        "language": "python" if blocking else "python-async",
        "version": mnema_sdk.__version__,
        "cases": [case.report() for case in cases],
    }
    Path(result_file).write_text(json.dumps(result, ensure_ascii=True), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
