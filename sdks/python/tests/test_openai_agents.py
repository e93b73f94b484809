"""What the tests of the OpenAI Agents SDK do not cover: what is stored, order, limits and users."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, cast

import pytest
from agents import Agent, Runner, TResponseInputItem, function_tool
from agents.memory import Session
from agents.testing import ScriptedModel, assistant_message, function_call

from mnema_sdk import AsyncMnema, MnemaError
from mnema_sdk._operations import CREATE_MEMORIES
from mnema_sdk.openai_agents import MnemaSession

NewSession = Callable[..., MnemaSession]

pytestmark = pytest.mark.anyio


def item(**fields: Any) -> TResponseInputItem:
    return cast("TResponseInputItem", fields)


def user(text: str) -> TResponseInputItem:
    return item(role="user", content=text)


async def test_a_session_has_the_interface_of_the_framework(new_session: NewSession) -> None:
    assert isinstance(new_session("s"), Session)


async def test_a_message_is_a_memory_that_other_sessions_find(new_session: NewSession, client: AsyncMnema) -> None:
    await new_session("first").add_items([user("My cat Momo is afraid of thunder.")])
    await new_session("second").add_items([user("Hello")])
    (best, *_) = await client.search("cat thunder", source="openai-agents", top_k=1)
    assert best.memory == "user: My cat Momo is afraid of thunder."
    assert best.run_id == "first"


async def test_every_kind_of_item_is_returned_unchanged_and_in_order(new_session: NewSession) -> None:
    session = new_session("s")
    items = [
        item(role="user", content=""),
        item(role="developer", content="  "),
        item(role="user", content="NUL \0 and a lone surrogate \ud800"),
        item(role="user", content=[{"type": "input_text", "text": "a"}, {"type": "input_image", "image_url": "x"}]),
        item(type="function_call", call_id="c", name="add", arguments='{"a": 1.0, "n": 12345678901234567890}'),
        item(type="function_call_output", call_id="c", output="x" * 50_000),
        item(type="reasoning", id="r", summary=[], encrypted_content="é" * 20_000, n=12345678901234567890, f=1.0),
        item(role="assistant", content=[{"type": "output_text", "text": "b", "annotations": [], "logprobs": []}]),
    ]
    await session.add_items(items)
    returned = await session.get_items()
    assert [json.dumps(one) for one in returned] == [json.dumps(one) for one in items]


async def test_the_order_holds_across_several_requests(new_session: NewSession) -> None:
    session = new_session("s")
    items = [user(f"{number}") for number in range(230)]
    await session.add_items(items)
    await session.add_items([user("last")])
    assert await session.get_items() == [*items, user("last")]
    assert await session.get_items(limit=103) == [*items[-102:], user("last")]
    await session.clear_session()
    assert await session.get_items() == []


async def test_items_that_are_added_at_once_stay_together(new_session: NewSession) -> None:
    batches = [[user(f"{batch}.{number}") for number in range(5)] for batch in range(8)]
    await asyncio.gather(*[new_session("s").add_items(batch) for batch in batches])
    items = await new_session("s").get_items()
    assert sorted(map(str, items)) == sorted(str(one) for batch in batches for one in batch)
    for batch in batches:
        start = items.index(batch[0])
        assert items[start : start + 5] == batch


@pytest.mark.filterwarnings("ignore::mnema_sdk.MnemaWarning")
async def test_the_same_session_of_another_user_is_another_session(client: AsyncMnema) -> None:
    ada, bob = (MnemaSession("s", client=client, user_id=name) for name in ("ada", "bob"))
    await ada.add_items([user("from Ada")])
    await bob.add_items([user("from Bob")])
    await bob.clear_session()
    assert await ada.get_items() == [user("from Ada")]
    assert await bob.get_items() == []


async def test_other_memories_of_the_run_are_no_items(new_session: NewSession, client: AsyncMnema) -> None:
    await client.add("A fact.", run_id="s")
    assert await new_session("s").pop_item() is None
    await new_session("s").clear_session()
    assert len((await client.list(run_id="s")).results) == 1


async def test_a_rejected_item_leaves_none(new_session: NewSession) -> None:
    session = new_session("s")
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    with pytest.raises(MnemaError, match=r"items\[1\] was rejected, and none was added: ") as caught:
        await session.add_items([user("before"), user(f"The token is {secret}"), user("after")])
    assert caught.value.code == "sensitive_content"
    with pytest.raises(ValueError, match=r"items\[1\] has 1000\d\d characters as JSON, at most 100000 .* addresses"):
        await session.add_items([user("before"), user("x" * 100_000)])
    assert await session.get_items() == []


async def test_a_failed_request_leaves_no_items_of_earlier_requests(
    new_session: NewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session("s")
    await session.add_items([user("before")])
    transport = session._client._transport  # pyright: ignore[reportPrivateUsage]
    perform = transport.perform
    requests = 0

    async def fail_second_request(operation: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal requests
        requests += operation is CREATE_MEMORIES
        if operation is CREATE_MEMORIES and requests == 2:
            raise MnemaError("connection lost", code="connection_error")
        return await perform(operation, *arguments, **options)

    monkeypatch.setattr(transport, "perform", fail_second_request)
    with pytest.raises(MnemaError, match="connection lost"):
        await session.add_items([user(str(number)) for number in range(150)])
    assert await session.get_items() == [user("before")]


async def test_a_runner_continues_a_conversation_with_tools(new_session: NewSession) -> None:
    @function_tool
    def weather(city: str) -> str:
        return f"Rain in {city}."

    model = ScriptedModel(
        [
            [function_call("weather", {"city": "Oslo"}, call_id="call_1")],
            [assistant_message("It rains.")],
            [assistant_message("Take an umbrella.")],
        ]
    )
    agent = Agent(name="guide", model=model, tools=[weather])
    await Runner.run(agent, "How is the weather in Oslo?", session=new_session("trip"))
    result = await Runner.run(agent, "What do I need?", session=new_session("trip"))
    assert result.final_output == "Take an umbrella."
    kinds = [one.get("type") or one.get("role") for one in cast("list[dict[str, Any]]", model.calls[-1].input)]
    assert kinds == ["user", "function_call", "function_call_output", "message", "user"]
