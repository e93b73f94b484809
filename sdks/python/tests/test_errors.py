"""Errors that the caller receives."""

from __future__ import annotations

import copy
import json
import pickle
import socket
import ssl
from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any, cast

import httpx2
import pytest
from conftest import CONTRACT, MEMORY, Face, Script, problem, reply

import mnema_sdk
from mnema_sdk import types
from mnema_sdk._model import Model

CLASSES = {
    400: mnema_sdk.BadRequestError,
    401: mnema_sdk.AuthenticationError,
    403: mnema_sdk.PermissionDeniedError,
    404: mnema_sdk.NotFoundError,
    405: mnema_sdk.APIError,
    408: mnema_sdk.APIError,
    409: mnema_sdk.ConflictError,
    412: mnema_sdk.PreconditionFailedError,
    413: mnema_sdk.PayloadTooLargeError,
    415: mnema_sdk.APIError,
    422: mnema_sdk.SensitiveContentError,
    429: mnema_sdk.RateLimitError,
    431: mnema_sdk.APIError,
    500: mnema_sdk.InternalServerError,
    502: mnema_sdk.InternalServerError,
    503: mnema_sdk.ServiceUnavailableError,
}
CLASSES_OF_CODES = {
    "plan_limit_reached": mnema_sdk.PlanLimitError,
    "quota_exceeded": mnema_sdk.QuotaExceededError,
}


def problems_of(value: Any) -> set[tuple[int, str]]:
    """Returns the status and the code of each problem document within the examples of the contract."""
    if isinstance(value, list):
        return set[tuple[int, str]]().union(*map(problems_of, cast("list[Any]", value)))
    if not isinstance(value, dict):
        return set()
    document = cast("dict[str, Any]", value)
    inner = set[tuple[int, str]]().union(*map(problems_of, document.values()))
    kind = document.get("type")
    is_problem = isinstance(kind, str) and "errors.md#" in kind
    return inner | {(document["status"], document["code"])} if is_problem else inner


PROBLEMS = sorted(problems_of(CONTRACT) | {(408, "request_timeout"), (431, "headers_too_large")})


def test_no_code_of_the_contract_is_missing_here() -> None:
    codes = CONTRACT["components"]["schemas"]["Problem"]["properties"]["code"]["x-extensible-enum"]
    assert {code for _, code in PROBLEMS} == set(codes)


@pytest.mark.parametrize(("status", "code"), PROBLEMS)
def test_every_error_of_the_contract_has_the_class_of_its_status(
    call: Face, script: Script, status: int, code: str
) -> None:
    script.replies = [problem(status, code, retry_after=7)]
    with pytest.raises(mnema_sdk.APIError) as caught:
        call("get", "mem_1", max_retries=0)
    assert type(caught.value) is CLASSES_OF_CODES.get(code, CLASSES[status])
    assert (caught.value.code, caught.value.status, caught.value.detail) == (code, status, f"it is {code}")
    assert (caught.value.request_id, caught.value.retry_after, caught.value.attempts) == ("req_1", 7, 1)
    assert str(caught.value) == f"{status} {code}: it is {code} (GET /memories/mem_1, request req_1)"


@pytest.mark.parametrize("status", [status for status in CLASSES if status != 422])
def test_a_status_has_its_class_without_a_known_code(call: Face, script: Script, status: int) -> None:
    script.replies = [httpx2.Response(status), problem(status, "brand_new")]
    for _ in range(2):
        with pytest.raises(mnema_sdk.APIError) as caught:
            call("get", "mem_1", max_retries=0)
        assert type(caught.value) is CLASSES[status]


@pytest.mark.parametrize(
    ("status", "code"), [(403, "quota_exceeded"), (404, "sensitive_content"), (429, "plan_limit_reached")]
)
def test_a_code_has_no_class_of_its_own_at_another_status(call: Face, script: Script, status: int, code: str) -> None:
    script.replies = [problem(status, code)]
    with pytest.raises(mnema_sdk.APIError) as caught:
        call("get", "mem_1", max_retries=0)
    assert type(caught.value) is CLASSES[status]


def test_a_422_without_the_code_of_a_secret_does_not_speak_of_one(call: Face, script: Script) -> None:
    script.replies = [httpx2.Response(422)]
    with pytest.raises(mnema_sdk.APIError) as caught:
        call("get", "mem_1")
    assert type(caught.value) is mnema_sdk.APIError


def test_more_special_errors_are_caught_by_the_general_ones() -> None:
    assert issubclass(mnema_sdk.PlanLimitError, mnema_sdk.PermissionDeniedError)
    assert issubclass(mnema_sdk.ServiceUnavailableError, mnema_sdk.InternalServerError)
    assert issubclass(mnema_sdk.APITimeoutError, mnema_sdk.APIConnectionError)
    assert not issubclass(mnema_sdk.QuotaExceededError, mnema_sdk.RateLimitError)


def test_an_unknown_code_is_an_api_error_with_all_that_came(call: Face, script: Script) -> None:
    script.replies = [problem(418, "teapot", pots=2, errors=[{"path": "/body", "message": "is tea", "hint": "x"}, 1])]
    with pytest.raises(mnema_sdk.APIError) as caught:
        call("get", "mem_1")
    assert type(caught.value) is mnema_sdk.APIError
    assert (caught.value.code, caught.value.problem["pots"]) == ("teapot", 2)
    assert caught.value.errors == (mnema_sdk.InvalidPart("/body", "is tea"),)


@pytest.mark.parametrize(
    "body",
    [
        "<html>Bad gateway</html>",
        "",
        "[]",
        '"text"',
        '{"error": "no"}',
        '{"code": 7}',
        '{"code": "x"',
        "\x00",
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_a_response_without_a_problem_document_keeps_its_status(call: Face, script: Script, body: str) -> None:
    headers = {"content-type": "application/json", "x-request-id": "req_2"}
    script.replies = [httpx2.Response(404, content=body, headers=headers)]
    with pytest.raises(mnema_sdk.NotFoundError, match=r"404: .* \(GET /memories/mem_1, request req_2\)") as caught:
        call("get", "mem_1")
    assert (caught.value.status, caught.value.code, caught.value.detail) == (404, None, None)
    assert (caught.value.errors, caught.value.request_id) == ((), "req_2")


def test_a_redirect_is_named_and_not_followed(call: Face, script: Script) -> None:
    script.replies = [httpx2.Response(301, headers={"location": "https://mnema.test/x"})]
    with pytest.raises(mnema_sdk.APIError, match=r"301: redirected to https://mnema\.test/x"):
        call("get", "mem_1")


def test_the_error_of_an_unreachable_server_has_that_of_the_system(call: Face, script: Script) -> None:
    unreachable = httpx2.ConnectError("All connection attempts failed")
    unreachable.__cause__ = ConnectionRefusedError(111, "Connection refused")
    insecure = httpx2.ConnectError("wrong version number")
    insecure.__cause__ = ssl.SSLError(1, "wrong version number")
    unknown = httpx2.ConnectError("Name or service not known")
    unknown.__cause__ = socket.gaierror(8, "nodename nor servname provided, or not known")
    disconnected = httpx2.RemoteProtocolError("Server disconnected")
    script.replies = [unreachable, insecure, unknown, disconnected, httpx2.ConnectError("")]
    messages: list[str] = []
    for _ in range(5):
        with pytest.raises(mnema_sdk.APIConnectionError) as caught:
            call("delete", "mem_1", max_retries=0)
        assert (caught.value.code, caught.value.status) == ("connection_error", None)
        assert isinstance(caught.value.__cause__, httpx2.TransportError)
        messages.append(str(caught.value))
    assert messages == [
        f"connection to mnema.test:80 failed after 1 attempt: {reason} (DELETE /memories/mem_1)"
        for reason in (
            "ECONNREFUSED",
            "wrong version number",
            "Name or service not known",
            "Server disconnected",
            "ConnectError",
        )
    ]


@pytest.mark.parametrize(
    ("base_url", "host"),
    [
        ("https://mnema.test/memory", "mnema.test:443"),
        ("http://mnema.test:8787", "mnema.test:8787"),
        ("http://mnema.test:", "mnema.test:80"),
        ("http://[::1]:8787", "[::1]:8787"),
        ("http://[::1]", "[::1]:80"),
    ],
)
def test_the_error_of_an_unreachable_server_names_its_host(
    call: Face, script: Script, base_url: str, host: str
) -> None:
    script.replies = [httpx2.ConnectError("no")]
    with pytest.raises(mnema_sdk.APIConnectionError) as caught:
        call("usage", max_retries=0, client={"base_url": base_url})
    assert str(caught.value) == f"connection to {host} failed after 1 attempt: no (GET /usage)"


def test_a_timeout_states_its_seconds(call: Face, script: Script) -> None:
    script.replies = [httpx2.ReadTimeout(""), httpx2.ConnectTimeout("")]
    with pytest.raises(mnema_sdk.APITimeoutError) as caught:
        call("usage", timeout=2.5, max_retries=1)
    assert caught.value.code == "timeout"
    assert str(caught.value) == (
        "connection to mnema.test:80 timed out after 2 attempts: no complete response within 2.5 s (GET /usage)"
    )


def test_the_error_of_an_invalid_response_names_the_field(call: Face, script: Script) -> None:
    script.replies = [reply({**MEMORY, "version": "one"}, x_request_id="req_3")]
    with pytest.raises(mnema_sdk.APIConnectionError, match="does not match the contract: version ") as caught:
        call("get", "mem_1")
    assert caught.value.request_id == "req_3"


def test_fields_and_values_of_a_newer_server_do_no_harm(call: Face, script: Script) -> None:
    script.replies = [reply({**MEMORY, "status": "archived", "mood": {"tea": 1}, "outcome": "merged"})]
    memory = call("get", "mem_1")
    assert (memory.status, memory.outcome, memory.mood) == ("archived", "merged", {"tea": 1})


MODELS = [value for value in vars(types).values() if isinstance(value, type) and issubclass(value, Model)]


@pytest.mark.parametrize("model", MODELS)
def test_fields_that_an_older_server_lacks_do_no_harm(model: type[Model]) -> None:
    reply = model.model_validate_json("{}")
    assert all(getattr(reply, name) is None for name in model.model_fields)
    assert reply.model_dump(mode="json", exclude_unset=True) == {}
    reply.model_dump_json()


@pytest.mark.parametrize("body", ["<html>", '{"a": ', "null", "[]"])
def test_the_page_of_another_host_is_no_success(call: Face, script: Script, body: str) -> None:
    script.replies = [httpx2.Response(200, text=body)]
    with pytest.raises(mnema_sdk.APIConnectionError):
        call("auth.password", current_password="a", new_password="b", client={"access_token": "mnt_1"})
    assert len(script.requests) == 1


def test_extra_facts_of_an_error_have_names() -> None:
    quota = mnema_sdk.QuotaExceededError("", problem={"resets_at": "2026-12-01T00:00:00.000Z"})
    assert quota.resets_at == datetime(2026, 12, 1, tzinfo=timezone.utc)
    assert mnema_sdk.QuotaExceededError("", problem={"resets_at": "soon"}).resets_at is None
    assert mnema_sdk.PlanLimitError("", problem={"limit": "projects"}).limit == "projects"


def pickled(error: mnema_sdk.MnemaError) -> mnema_sdk.MnemaError:
    return pickle.loads(pickle.dumps(error))


@pytest.mark.parametrize("copier", [copy.copy, copy.deepcopy, pickled])
def test_errors_survive_pickling_and_copying(
    call: Face, script: Script, copier: Callable[[mnema_sdk.MnemaError], mnema_sdk.MnemaError]
) -> None:
    script.replies = [
        problem(429, "rate_limited", errors=[{"path": "/body", "message": "x"}]),
        httpx2.ConnectError("no"),
        reply({**MEMORY, "status": "failed", "failure": {"code": "embedding_failed", "message": "refused"}}),
    ]
    for method in ("get", "get", "wait"):
        with pytest.raises(mnema_sdk.MnemaError) as caught:
            call(method, "mem_1", max_retries=0)
        copied = copier(caught.value)
        assert type(copied) is type(caught.value)
        assert str(copied) == str(caught.value)
        assert vars(copied) == vars(caught.value)


@pytest.mark.parametrize("kind", ["text/plain", "application/problem+json; =;", None])
def test_a_problem_document_is_read_whatever_its_type(call: Face, script: Script, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    script.replies = [httpx2.Response(404, content=b'{"code": "not_found", "detail": "gone"}', headers=headers)]
    with pytest.raises(mnema_sdk.NotFoundError) as caught:
        call("get", "mem_1")
    assert caught.value.detail == "gone"


@pytest.mark.parametrize("body", [b'{"code": 7}', b'["code"]', b'"code"', b"code"])
def test_json_without_a_code_in_text_is_no_problem_document(call: Face, script: Script, body: bytes) -> None:
    script.replies = [httpx2.Response(404, content=body, headers={"content-type": "application/problem+json"})]
    with pytest.raises(mnema_sdk.APIError) as caught:
        call("get", "mem_1")
    assert (type(caught.value), caught.value.code, caught.value.problem) == (mnema_sdk.NotFoundError, None, {})


@pytest.mark.parametrize("body", [b"{}", b'{"results": null}', b'{"results": {}}'])
@pytest.mark.parametrize("method", ["list", "search", "requests.list", "api_keys.list", "audit.list"])
def test_a_page_without_its_list_is_an_error_and_not_retried(
    call: Face, script: Script, method: str, body: bytes
) -> None:
    script.replies = [httpx2.Response(200, content=body)]
    arguments: dict[str, Any] = {"query": "tea"} if method == "search" else {}
    with pytest.raises(mnema_sdk.APIConnectionError, match="results"):
        call(method, **arguments)
    assert len(script.requests) == 1


def test_a_page_with_its_own_cursor_is_an_error(call: Face, script: Script) -> None:
    script.replies = [reply({"results": [MEMORY], "next_cursor": "c1"}) for _ in range(5)]
    with pytest.raises(mnema_sdk.APIConnectionError, match="its own cursor") as caught:
        call("list")
    assert caught.value.code == "connection_error"
    assert len(script.requests) == 2


def test_nan_and_infinity_are_no_json(call: Face, script: Script) -> None:
    body = json.dumps({**MEMORY, "metadata": {"size": float("nan")}}).encode()
    script.replies = [httpx2.Response(200, content=body), reply({**MEMORY, "metadata": {"said": "NaN, Infinity"}})]
    assert call("get", "mem_1").metadata == {"said": "NaN, Infinity"}
