"""Requests to a webhook: the shared cases, and a request signed by the library of Standard Webhooks."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook

from mnema_sdk import MnemaError, WebhookVerificationError, webhooks

SHARED = Path(__file__).parents[3] / "conformance" / "webhook-signatures.json"
CASES: list[dict[str, Any]] = json.loads(SHARED.read_text(encoding="utf-8"))["cases"]
EVENT = next(case for case in CASES if case["name"] == "an event")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_unwraps_what_is_signed_and_in_time(case: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: case["now"] + 0.999)
    secrets: list[str] = case["secrets"]
    secret = secrets[0] if len(secrets) == 1 else secrets
    options = {"tolerance": case["tolerance_seconds"]} if "tolerance_seconds" in case else {}
    if "error" not in case:
        assert webhooks.unwrap(case["body"], case["headers"], secret, **options).type == case["type"]
        return
    with pytest.raises(MnemaError) as caught:
        webhooks.unwrap(case["body"].encode(), case["headers"], secret, **options)
    assert caught.value.code == case["error"]
    assert isinstance(caught.value, WebhookVerificationError) == (case["error"] == "webhook_verification")
    assert not [one for one in secrets if len(one) > len("whsec_") and one in str(caught.value)]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_takes_the_body_as_bytes(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: EVENT["now"])
    event = webhooks.unwrap(kind(EVENT["body"].encode()), EVENT["headers"], EVENT["secrets"])
    assert event.data.memory_id == "mem_1"


@pytest.mark.parametrize(("body", "secret"), [({"type": "memory.ready"}, EVENT["secrets"]), (EVENT["body"], None)])
def test_rejects_a_parsed_body_and_a_secret_that_was_lost(body: Any, secret: Any) -> None:
    with pytest.raises(MnemaError, match="invalid_argument"):
        webhooks.unwrap(body, EVENT["headers"], secret)


def test_takes_what_the_library_of_the_standard_signs() -> None:
    now = datetime.now(tz=timezone.utc)
    (secret,) = EVENT["secrets"]
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign("msg_1", now, EVENT["body"]),
    }
    assert webhooks.unwrap(EVENT["body"], headers, secret).type == "memory.deleted"
