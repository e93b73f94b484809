"""Calls as other memory services have them: each works here too, or fails with the name of ours."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from conftest import WRITTEN, Face, Script, reply

import mnema_sdk
from mnema_sdk import MnemaError

MESSAGES = [
    {"role": "user", "content": "I prefer tea."},
    {"role": "ai", "content": [{"type": "text", "text": "Noted."}]},
]


@pytest.mark.parametrize("messages", [MESSAGES, tuple(MESSAGES)])
def test_add_takes_a_conversation_first(call: Face, script: Script, messages: Any) -> None:
    script.replies = [reply(WRITTEN, 202)]
    call("add", messages, user_id="ada")
    assert json.loads(script.requests[0].content) == {"messages": MESSAGES, "user_id": "ada"}


def test_add_rejects_two_conversations(call: Face) -> None:
    with pytest.raises(MnemaError, match="the messages are given twice"):
        call("add", MESSAGES, messages=MESSAGES)


@pytest.mark.parametrize(
    ("method", "ours"),
    [
        ("get_all", "list"),
        ("delete_all", "forget"),
        ("history", "versions"),
        ("users", "facets"),
        ("memories", "add or search or list"),
        ("serach", "search"),
        ("api_keys.delete", "revoke"),
        ("api_keys.get_all", "list"),
        ("webhooks.remove", "delete"),
        ("requests.tial", "tail"),
    ],
)
def test_methods_of_others_name_ours(call: Face, method: str, ours: str) -> None:
    with pytest.raises(AttributeError) as caught:
        call(method, user_id="ada")
    assert str(caught.value).endswith(f"object has no attribute '{method.rpartition('.')[2]}' (did you mean {ours}?)")


def test_an_unknown_name_is_an_ordinary_error() -> None:
    client = mnema_sdk.Mnema(api_key="mnk_1")
    missing = "zzz"
    with pytest.raises(AttributeError, match=r"^'Mnema' object has no attribute 'zzz'$"):
        getattr(client, missing)
    assert not hasattr(client, "get_all")
    assert repr(copy.copy(client)) == repr(client)
    client.close()


@pytest.mark.parametrize(
    ("method", "arguments", "ours"),
    [
        ("search", {"query": "tea", "limit": 3}, "top_k"),
        ("search", {"query": "tea", "score_threshold": 0.5}, "threshold"),
        ("list", {"top_k": 3}, "limit"),
        ("list", {"page_size": 3}, "limit"),
        ("list", {"filters": {"user_id": "ada"}}, "user_id or agent_id or run_id or project"),
        ("add", {"text": "tea", "session_id": "s"}, "run_id"),
        ("add", {"text": "tea", "expiration_date": "2027-01-01"}, "expires_at"),
        ("add", {"text": "tea", "metdata": {}}, "metadata"),
    ],
)
def test_arguments_of_others_name_ours(call: Face, method: str, arguments: dict[str, Any], ours: str) -> None:
    with pytest.raises(TypeError) as caught:
        call(method, **arguments)
    assert str(caught.value).endswith(f"(did you mean {ours}?)")


@pytest.mark.parametrize("method", ["search", "recall"])
@pytest.mark.parametrize("name", ["user_id", "agent_id", "run_id"])
def test_ids_are_no_filters(call: Face, script: Script, method: str, name: str) -> None:
    with pytest.raises(MnemaError, match=f"pass {name} as an argument of its own") as caught:
        call(method, "tea", filters={"project": "apollo", name: "ada"})
    assert caught.value.code == "invalid_argument"
    assert script.requests == []
