"""The settings of a client."""

from __future__ import annotations

import logging
import re
from typing import Any

import httpx2
import pytest
from conftest import MEMORY, Face, Script, problem, reply

import mnema_sdk

USAGE: dict[str, Any] = {
    "plan": "brand_new",
    "period": {"start": "2026-11-01T00:00:00.000Z", "end": "2026-12-01T00:00:00.000Z"},
    "memory_write": {"used": 1, "limit": None, "remaining": None},
    "memory_search": {"used": 1, "limit": None, "remaining": None},
    "end_users": {"used": 0, "limit": None},
    "projects": {"used": 0, "limit": None},
}
FROM_ENVIRONMENT = {"api_key": None, "base_url": None}


def test_the_environment_replaces_missing_arguments(
    call: Face, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MNEMA_API_KEY", " mnk_env\n")
    monkeypatch.setenv("MNEMA_BASE_URL", "https://env.test/memory/")
    script.replies = [reply(USAGE), reply(USAGE), reply(USAGE)]
    call("usage", client=FROM_ENVIRONMENT)
    call("usage", client={"api_key": "mnk_1", "base_url": "http://mnema.test//"})
    call("usage", client={**FROM_ENVIRONMENT, "access_token": "mnt_1"})
    assert [str(request.url) for request in script.requests] == [
        "https://env.test/memory/usage",
        "http://mnema.test/usage",
        "https://env.test/memory/usage",
    ]
    assert [request.headers.get("x-api-key") for request in script.requests] == ["mnk_env", "mnk_1", None]


def test_a_blank_variable_is_unset(call: Face, script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMA_API_KEY", " ")
    monkeypatch.setenv("MNEMA_BASE_URL", "")
    with pytest.raises(mnema_sdk.MnemaError, match="no credential"):
        call("usage", client=FROM_ENVIRONMENT)
    script.replies = [reply(USAGE)]
    assert call("usage", client={"base_url": None}).plan == "brand_new"
    assert str(script.requests[0].url) == "http://127.0.0.1:8787/usage"


@pytest.mark.parametrize(
    "settings",
    [
        {"base_url": "ftp://mnema.test"},
        {"base_url": "mnema.test"},
        {"base_url": "http://"},
        {"base_url": "http://mnema.test:port"},
        {"base_url": "http://mnema.test?a=b"},
        {"base_url": "http://mnema .test"},
        {"base_url": "http://mnema.test/" + 70_000 * "a"},
        {"timeout": 0},
        {"timeout": -1.0},
        {"timeout": float("inf")},
        {"max_retries": -1},
        {"api_key": "mnk_1\n"},
        {"access_token": "mnt é"},
        {"headers": {"x": "a\r\nb"}},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", [mnema_sdk.Mnema, mnema_sdk.AsyncMnema])
def test_invalid_settings_are_rejected(kind: type[Any], settings: dict[str, Any]) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match=f"configuration: {next(iter(settings))}") as caught:
        kind(**settings)
    assert caught.value.code == "configuration"


def test_the_client_sends_its_name(call: Face, script: Script) -> None:
    script.replies = [reply(USAGE)]
    call("usage")
    agent = script.requests[0].headers["user-agent"]
    assert re.fullmatch(rf"mnema-python/{re.escape(mnema_sdk.__version__)} \(python 3\.\d+\.\S+; \w+ \w+\)", agent)


def test_neither_the_log_nor_the_client_shows_a_secret_or_a_memory(
    call: Face, script: Script, caplog: pytest.LogCaptureFixture
) -> None:
    logger = logging.getLogger("test.mnema")
    logger.setLevel(logging.DEBUG)
    script.replies = [problem(503, "unavailable", detail="of Ada"), problem(400, "invalid_request", detail="of Ada")]
    with caplog.at_level(logging.DEBUG, "test.mnema"), pytest.raises(mnema_sdk.APIError):
        call("search", query="Ada", client={"logger": logger, "access_token": "mnt_1", "headers": {"x-a": "hidden"}})
    lines = [record.getMessage() for record in caplog.records if record.name == "test.mnema"]
    assert len(lines) == 2
    assert re.fullmatch(r"POST /search, attempt 1: 503 unavailable, request req_1; retrying in 0\.\d\d s", lines[0])
    assert lines[1] == "POST /search, attempt 2: 400 invalid_request, request req_1"
    client = mnema_sdk.Mnema(api_key="mnk_1", base_url="http://mnema.test")
    assert repr(client) == "Mnema(base_url='http://mnema.test')"


def test_the_http_client_of_the_caller_is_not_closed() -> None:
    own = httpx2.Client(transport=httpx2.MockTransport(lambda _: reply(MEMORY)))
    with mnema_sdk.Mnema(api_key="mnk_1", http_client=own) as client:
        client.get("mem_1")
    assert not own.is_closed


def test_creating_a_client_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def reject(*_: object) -> None:
        pytest.fail("a constructor went to the network")

    monkeypatch.setattr("socket.socket.connect", reject)
    mnema_sdk.Mnema(api_key="mnk_1").close()
    mnema_sdk.AsyncMnema(api_key="mnk_1")


@pytest.mark.parametrize("name", ["api_key", "access_token", "base_url"])
@pytest.mark.parametrize("value", ["", " ", 5])
@pytest.mark.parametrize("kind", [mnema_sdk.Mnema, mnema_sdk.AsyncMnema])
def test_a_blank_argument_never_falls_back_to_the_environment(
    kind: type[Any], name: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MNEMA_API_KEY", "mnk_env")
    monkeypatch.setenv("MNEMA_BASE_URL", "http://mnema.test")
    with pytest.raises(mnema_sdk.MnemaError, match=f"configuration: {name} is ") as caught:
        kind(**{name: value})
    assert caught.value.code == "configuration"


@pytest.mark.parametrize("url", ["http://user:hunter2@mnema.test", "http://u:hunter2@h:port", "ftp://:hunter2@h"])
def test_a_password_in_the_address_is_rejected_and_not_shown(url: str) -> None:
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        mnema_sdk.Mnema(base_url=url)
    assert caught.value.code == "configuration"
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"timeout": "5"},
        {"timeout": True},
        {"max_retries": 1.5},
        {"max_retries": "1"},
        {"max_retries": True},
        {"extra_headers": {"X": 1}},
        {"extra_headers": {1: "X"}},
        {"extra_headers": ["X"]},
        {"extra_headers": {"Content-Length": "1"}},
        {"idempotency_key": 5},
        {"wait_seconds": -1},
        {"wait_seconds": float("nan")},
        {"wait_seconds": "1\r\nX: 1"},
        {"metadata": {1: "a", "1": "b"}},
        {"metadata": {"deep": [{None: 1}]}},
    ],
    ids=str,
)
def test_an_option_of_the_wrong_type_is_a_mnema_error(call: Face, script: Script, options: dict[str, Any]) -> None:
    with pytest.raises(mnema_sdk.MnemaError) as caught:
        call("add", text="tea", **options)
    assert caught.value.code == "invalid_argument"
    assert not script.requests


@pytest.mark.parametrize("project", [["a", "b"], {"a": 1}, 1.5, True], ids=str)
def test_a_filter_is_one_text(call: Face, script: Script, project: Any) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match="project must be one text") as caught:
        call("list", project=project)
    assert caught.value.code == "invalid_argument"
    assert not script.requests


@pytest.mark.parametrize("kind", [mnema_sdk.Mnema, mnema_sdk.AsyncMnema])
@pytest.mark.parametrize("settings", [{"timeout": "5"}, {"max_retries": 1.5}, {"headers": {"X": 1}}], ids=str)
def test_a_setting_of_the_wrong_type_is_a_mnema_error(kind: type[Any], settings: dict[str, Any]) -> None:
    with pytest.raises(mnema_sdk.MnemaError, match=f"configuration: {next(iter(settings))}"):
        kind(**settings)


def test_a_name_that_cannot_be_looked_up_is_rejected() -> None:
    with pytest.raises(mnema_sdk.MnemaError, match="configuration: base_url"):
        mnema_sdk.Mnema(base_url=f"http://{64 * 'a'}.test")
