"""The tests of the OpenAI Agents SDK that are about the interface of a session.

They are from https://github.com/openai/openai-agents-python, commit 7f7a44f8d, under the licence in
``licenses/openai-agents.txt``. Sessions, types and the format are changed. Left out are tests of databases and threads.
"""

# pyright: basic
# pyright: reportArgumentType=false

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from agents import Agent, RunConfig, Runner, SessionSettings, TResponseInputItem
from agents.testing import ScriptedModel
from agents.testing import assistant_message as get_text_message

from mnema_sdk.openai_agents import MnemaSession

NewSession = Callable[..., MnemaSession]

pytestmark = pytest.mark.anyio


async def run_agent_async(runner_method: str, agent, input_data, **kwargs):
    if runner_method == "run":
        return await Runner.run(agent, input_data, **kwargs)
    result = Runner.run_streamed(agent, input_data, **kwargs)
    async for _ in result.stream_events():
        pass
    return result


# From tests/memory/test_session.py


@pytest.mark.parametrize("runner_method", ["run", "run_streamed"])
async def test_session_memory_basic_functionality(runner_method: str, new_session: NewSession) -> None:
    """Test basic session memory functionality across all runner methods."""
    session_id = "test_session_123"
    session = new_session(session_id)

    model = ScriptedModel()
    agent = Agent(name="test", model=model)

    # First turn
    model.enqueue([get_text_message("San Francisco")])
    result1 = await run_agent_async(
        runner_method,
        agent,
        "What city is the Golden Gate Bridge in?",
        session=session,
    )
    assert result1.final_output == "San Francisco"

    # Second turn - should have conversation history
    model.enqueue([get_text_message("California")])
    result2 = await run_agent_async(
        runner_method,
        agent,
        "What state is it in?",
        session=session,
    )
    assert result2.final_output == "California"

    # Verify that the input to the second turn includes the previous conversation
    # The model should have received the full conversation history
    last_input = model.calls[-1].input
    assert len(last_input) > 1  # Should have more than just the current message


@pytest.mark.parametrize("runner_method", ["run", "run_streamed"])
async def test_session_memory_different_sessions(runner_method: str, new_session: NewSession) -> None:
    """Test that different session IDs maintain separate conversation histories across all runner
    methods."""

    model = ScriptedModel()
    agent = Agent(name="test", model=model)

    # Session 1
    session_id_1 = "session_1"
    session_1 = new_session(session_id_1)

    model.enqueue([get_text_message("I like cats")])
    result1 = await run_agent_async(runner_method, agent, "I like cats", session=session_1)
    assert result1.final_output == "I like cats"

    # Session 2 - different session
    session_id_2 = "session_2"
    session_2 = new_session(session_id_2)

    model.enqueue([get_text_message("I like dogs")])
    result2 = await run_agent_async(runner_method, agent, "I like dogs", session=session_2)
    assert result2.final_output == "I like dogs"

    # Back to Session 1 - should remember cats, not dogs
    model.enqueue([get_text_message("Yes, you mentioned cats")])
    result3 = await run_agent_async(
        runner_method,
        agent,
        "What did I say I like?",
        session=session_1,
    )
    assert result3.final_output == "Yes, you mentioned cats"


async def test_session_memory_direct(new_session: NewSession) -> None:
    """Test MnemaSession class directly."""
    session_id = "direct_test"
    session = new_session(session_id)

    # Test adding and retrieving items
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi there!"},
    ]

    await session.add_items(items)
    retrieved = await session.get_items()

    assert len(retrieved) == 2
    assert retrieved[0].get("role") == "user"
    assert retrieved[0].get("content") == "Hello"
    assert retrieved[1].get("role") == "assistant"
    assert retrieved[1].get("content") == "Hi there!"

    # Test clearing session
    await session.clear_session()
    retrieved_after_clear = await session.get_items()
    assert len(retrieved_after_clear) == 0


async def test_session_memory_pop_item(new_session: NewSession) -> None:
    """Test MnemaSession pop_item functionality."""
    session_id = "pop_test"
    session = new_session(session_id)

    # Test popping from empty session
    popped = await session.pop_item()
    assert popped is None

    # Add items
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi there!"},
        {"role": "user", "content": "How are you?"},
    ]

    await session.add_items(items)

    # Verify all items are there
    retrieved = await session.get_items()
    assert len(retrieved) == 3

    # Pop the most recent item
    popped = await session.pop_item()
    assert popped is not None
    assert popped.get("role") == "user"
    assert popped.get("content") == "How are you?"

    # Verify item was removed
    retrieved_after_pop = await session.get_items()
    assert len(retrieved_after_pop) == 2
    assert retrieved_after_pop[-1].get("content") == "Hi there!"

    # Pop another item
    popped2 = await session.pop_item()
    assert popped2 is not None
    assert popped2.get("role") == "assistant"
    assert popped2.get("content") == "Hi there!"

    # Pop the last item
    popped3 = await session.pop_item()
    assert popped3 is not None
    assert popped3.get("role") == "user"
    assert popped3.get("content") == "Hello"

    # Try to pop from empty session again
    popped4 = await session.pop_item()
    assert popped4 is None

    # Verify session is empty
    final_items = await session.get_items()
    assert len(final_items) == 0


async def test_session_memory_pop_different_sessions(new_session: NewSession) -> None:
    """Test that pop_item only affects the specified session."""

    session_1_id = "session_1"
    session_2_id = "session_2"
    session_1 = new_session(session_1_id)
    session_2 = new_session(session_2_id)

    # Add items to both sessions
    items_1: list[TResponseInputItem] = [
        {"role": "user", "content": "Session 1 message"},
    ]
    items_2: list[TResponseInputItem] = [
        {"role": "user", "content": "Session 2 message 1"},
        {"role": "user", "content": "Session 2 message 2"},
    ]

    await session_1.add_items(items_1)
    await session_2.add_items(items_2)

    # Pop from session 2
    popped = await session_2.pop_item()
    assert popped is not None
    assert popped.get("content") == "Session 2 message 2"

    # Verify session 1 is unaffected
    session_1_items = await session_1.get_items()
    assert len(session_1_items) == 1
    assert session_1_items[0].get("content") == "Session 1 message"

    # Verify session 2 has one item left
    session_2_items = await session_2.get_items()
    assert len(session_2_items) == 1
    assert session_2_items[0].get("content") == "Session 2 message 1"


async def test_session_get_items_with_limit(new_session: NewSession) -> None:
    """Test MnemaSession get_items with limit parameter."""
    session_id = "count_test"
    session = new_session(session_id)

    # Add multiple items
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "Message 1"},
        {"role": "assistant", "content": "Response 1"},
        {"role": "user", "content": "Message 2"},
        {"role": "assistant", "content": "Response 2"},
        {"role": "user", "content": "Message 3"},
        {"role": "assistant", "content": "Response 3"},
    ]

    await session.add_items(items)

    # Test getting all items (default behavior)
    all_items = await session.get_items()
    assert len(all_items) == 6
    assert all_items[0].get("content") == "Message 1"
    assert all_items[-1].get("content") == "Response 3"

    # Test getting latest 2 items
    latest_2 = await session.get_items(limit=2)
    assert len(latest_2) == 2
    assert latest_2[0].get("content") == "Message 3"
    assert latest_2[1].get("content") == "Response 3"

    # Test getting latest 4 items
    latest_4 = await session.get_items(limit=4)
    assert len(latest_4) == 4
    assert latest_4[0].get("content") == "Message 2"
    assert latest_4[1].get("content") == "Response 2"
    assert latest_4[2].get("content") == "Message 3"
    assert latest_4[3].get("content") == "Response 3"

    # Test getting more items than available
    latest_10 = await session.get_items(limit=10)
    assert len(latest_10) == 6  # Should return all available items
    assert latest_10[0].get("content") == "Message 1"
    assert latest_10[-1].get("content") == "Response 3"

    # Test getting 0 items
    latest_0 = await session.get_items(limit=0)
    assert len(latest_0) == 0


@pytest.mark.parametrize("runner_method", ["run", "run_streamed"])
async def test_session_memory_appends_list_input_by_default(runner_method: str, new_session: NewSession) -> None:
    """Test that list inputs are appended to session history when no callback is provided."""
    session_id = "test_validation_parametrized"
    session = new_session(session_id)

    model = ScriptedModel()
    agent = Agent(name="test", model=model)

    initial_history: list[TResponseInputItem] = [
        {"role": "user", "content": "Earlier message"},
        {"role": "assistant", "content": "Saved reply"},
    ]
    await session.add_items(initial_history)

    list_input = [{"role": "user", "content": "Test message"}]

    model.enqueue([get_text_message("This should run")])
    await run_agent_async(runner_method, agent, list_input, session=session)

    assert model.calls[-1].input == initial_history + list_input


@pytest.mark.parametrize("runner_method", ["run", "run_streamed"])
async def test_session_callback_prepared_input(runner_method: str, new_session: NewSession) -> None:
    """Test if the user passes a list of items and want to append them."""

    model = ScriptedModel()
    agent = Agent(name="test", model=model)

    # Session
    session_id = "session_1"
    session = new_session(session_id)

    # Add first messages manually
    initial_history: list[TResponseInputItem] = [
        {"role": "user", "content": "Hello there."},
        {"role": "assistant", "content": "Hi, I'm here to assist you."},
    ]
    await session.add_items(initial_history)

    def filter_assistant_messages(history, new_input):
        # Only include user messages from history
        return [item for item in history if item["role"] == "user"] + new_input

    new_turn_input = [{"role": "user", "content": "What your name?"}]
    model.enqueue([get_text_message("I'm gpt-4o")])

    # Run the agent with the callable
    await run_agent_async(
        runner_method,
        agent,
        new_turn_input,
        session=session,
        run_config=RunConfig(session_input_callback=filter_assistant_messages),
    )

    expected_model_input = [
        initial_history[0],  # From history
        new_turn_input[0],  # New input
    ]

    assert len(model.calls[-1].input) == 2
    assert model.calls[-1].input == expected_model_input


@pytest.mark.parametrize("runner_method", ["run", "run_streamed"])
async def test_session_callback_repeating_history_does_not_grow_session(
    runner_method: str, new_session: NewSession
) -> None:
    model = ScriptedModel()
    agent = Agent(name="test", model=model)
    session = new_session("session_repeat")

    def repeat_first(history, new_input):
        if not history:
            return new_input
        return [*history, history[0], *new_input]

    for turn in range(3):
        model.enqueue([get_text_message(f"assistant {turn}")])
        await run_agent_async(
            runner_method,
            agent,
            f"user {turn}",
            session=session,
            run_config=RunConfig(session_input_callback=repeat_first),
        )

    stored = await session.get_items()
    user_messages = [item for item in stored if item.get("role") == "user"]
    assert [item.get("content") for item in user_messages] == [
        "user 0",
        "user 1",
        "user 2",
    ]
    assert len(stored) == 6


async def test_session_unicode_content(new_session: NewSession) -> None:
    """Test that session correctly stores and retrieves unicode/non-ASCII content."""
    session_id = "unicode_test"
    session = new_session(session_id)

    # Add unicode content to the session
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "こんにちは"},
        {"role": "assistant", "content": "😊👍"},
        {"role": "user", "content": "Привет"},
    ]
    await session.add_items(items)

    # Retrieve items and verify unicode content
    retrieved = await session.get_items()
    assert retrieved[0].get("content") == "こんにちは"
    assert retrieved[1].get("content") == "😊👍"
    assert retrieved[2].get("content") == "Привет"


async def test_session_special_characters(new_session: NewSession) -> None:
    """
    Test that session safely stores and retrieves items with special characters and SQL keywords.
    """
    session_id = "special_chars_test"
    session = new_session(session_id)

    # Add items with special characters and SQL keywords
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "O'Reilly"},
        {"role": "assistant", "content": "DROP TABLE sessions;"},
        {"role": "user", "content": ('"SELECT * FROM users WHERE name = "admin";"')},
        {"role": "assistant", "content": "Robert'); DROP TABLE students;--"},
        {"role": "user", "content": "Normal message"},
    ]
    await session.add_items(items)

    # Retrieve all items and verify they are stored correctly
    retrieved = await session.get_items()
    assert len(retrieved) == len(items)
    assert retrieved[0].get("content") == "O'Reilly"
    assert retrieved[1].get("content") == "DROP TABLE sessions;"
    assert retrieved[2].get("content") == '"SELECT * FROM users WHERE name = "admin";"'
    assert retrieved[3].get("content") == "Robert'); DROP TABLE students;--"
    assert retrieved[4].get("content") == "Normal message"


async def test_get_items_uses_session_settings_limit(new_session: NewSession) -> None:
    """Test that get_items uses session_settings.limit as default."""
    session = new_session("uses_settings_limit_test", session_settings=SessionSettings(limit=3))

    # Add 5 items
    items: list[TResponseInputItem] = [{"role": "user", "content": f"Message {i}"} for i in range(5)]
    await session.add_items(items)

    # get_items() with no limit should use session_settings.limit=3
    retrieved = await session.get_items()
    assert len(retrieved) == 3
    # Should get the last 3 items
    assert retrieved[0].get("content") == "Message 2"
    assert retrieved[1].get("content") == "Message 3"
    assert retrieved[2].get("content") == "Message 4"


async def test_get_items_explicit_limit_overrides_session_settings(new_session: NewSession) -> None:
    """Test that explicit limit parameter overrides session_settings."""
    session = new_session("explicit_override_test", session_settings=SessionSettings(limit=5))

    # Add 10 items
    items: list[TResponseInputItem] = [{"role": "user", "content": f"Message {i}"} for i in range(10)]
    await session.add_items(items)

    # Explicit limit=2 should override session_settings.limit=5
    retrieved = await session.get_items(limit=2)
    assert len(retrieved) == 2
    assert retrieved[0].get("content") == "Message 8"
    assert retrieved[1].get("content") == "Message 9"


async def test_runner_with_session_settings_override(new_session: NewSession) -> None:
    """Test that RunConfig can override session's default settings."""
    # Session with default limit=100
    session = new_session("runner_override_test", session_settings=SessionSettings(limit=100))

    # Add some history
    items: list[TResponseInputItem] = [{"role": "user", "content": f"Turn {i}"} for i in range(10)]
    await session.add_items(items)

    model = ScriptedModel()
    agent = Agent(name="test", model=model)
    model.enqueue([get_text_message("Got it")])

    await Runner.run(
        agent,
        "New question",
        session=session,
        run_config=RunConfig(
            session_settings=SessionSettings(limit=2)  # Override to 2
        ),
    )

    # Verify the agent received only the last 2 history items + new question
    last_input = model.calls[-1].input
    # Filter out the new "New question" input
    history_items = [item for item in last_input if item.get("content") != "New question"]
    # Should have 2 history items (last two from the 10 we added)
    assert len(history_items) == 2


# From tests/extensions/memory/test_mongodb_session.py


async def test_add_empty_list_is_noop(new_session: NewSession) -> None:
    session = new_session("session")
    """Adding an empty list must not create any documents."""
    await session.add_items([])
    assert await session.get_items() == []


async def test_clear_does_not_affect_other_sessions(new_session: NewSession) -> None:
    """Clearing one session must leave sibling sessions untouched."""
    s1 = new_session("s1")
    s2 = new_session("s2")

    await s1.add_items([{"role": "user", "content": "keep"}])
    await s2.add_items([{"role": "user", "content": "delete"}])

    await s2.clear_session()

    assert len(await s1.get_items()) == 1
    assert await s2.get_items() == []


async def test_json_special_characters(new_session: NewSession) -> None:
    session = new_session("session")
    """Items containing JSON-special strings must be stored without corruption."""
    items: list[TResponseInputItem] = [
        {"role": "user", "content": '{"nested": "value"}'},
        {"role": "assistant", "content": 'Quote: "Hello"'},
        {"role": "user", "content": "Line1\nLine2\tTabbed"},
    ]
    await session.add_items(items)
    result = await session.get_items()
    assert result[0].get("content") == '{"nested": "value"}'
    assert result[1].get("content") == 'Quote: "Hello"'
    assert result[2].get("content") == "Line1\nLine2\tTabbed"


async def test_concurrent_pop_item_claims_distinct_items_from_batch(new_session: NewSession) -> None:
    """Atomic array pops must return each item in a logical batch at most once."""
    session = new_session("concurrent-pop")
    items: list[TResponseInputItem] = [
        {"role": "user", "content": "first"},
        {"role": "assistant", "content": "second"},
        {"role": "user", "content": "third"},
    ]
    await session.add_items(items)

    popped = await asyncio.gather(*[session.pop_item() for _ in items])

    contents = {cast("dict[str, Any]", item).get("content") for item in popped if item is not None}
    assert contents == {
        "first",
        "second",
        "third",
    }
    assert await session.get_items() == []


async def test_multiple_add_calls_accumulate(new_session: NewSession) -> None:
    session = new_session("session")
    """Items from separate add_items calls all appear in get_items."""
    await session.add_items([{"role": "user", "content": "a"}])
    await session.add_items([{"role": "assistant", "content": "b"}])
    await session.add_items([{"role": "user", "content": "c"}])

    items = await session.get_items()
    assert [i.get("content") for i in items] == ["a", "b", "c"]
