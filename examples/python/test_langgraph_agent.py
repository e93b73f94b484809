"""The LangGraph agent, with a fake model of LangChain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anyio
from langchain_core.language_models import GenericFakeChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall, ToolMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

from langgraph_agent import build_agent, memory_tools
from mnema_sdk import AsyncMnema


class ScriptedModel(GenericFakeChatModel):
    """Returns scripted messages, whatever the prompt. It uses its tools by name only."""

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        **_: Any,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        assert [tool.name for tool in tools if isinstance(tool, BaseTool)] == ["remember", "recall"]
        return self


def calling(name: str, **arguments: str) -> AIMessage:
    return AIMessage("", tool_calls=[ToolCall(name=name, args=arguments, id=f"call-{name}")])


async def converse(project: str, said: str, *thoughts: AIMessage) -> list[BaseMessage]:
    async with AsyncMnema() as client:
        agent = build_agent(ScriptedModel(messages=iter(thoughts)), client, project)
        return (await agent.ainvoke({"messages": [HumanMessage(said)]}))["messages"]


def tool_results(messages: list[BaseMessage]) -> list[str]:
    return [str(message.content) for message in messages if isinstance(message, ToolMessage)]


def test_facts_of_one_conversation_are_recalled_in_another_of_the_project() -> None:
    fact = "Ada's daughter Byron plays the cello."

    async def talk() -> None:
        kept = await converse("home", fact, calling("remember", fact=fact), AIMessage("Noted."))
        assert tool_results(kept)[0].startswith("Kept as mem_")
        question = "What does Byron play?"
        recalled = await converse("home", question, calling("recall", question=question), AIMessage("The cello."))
        assert tool_results(recalled) == [f'"{fact}"']
        assert recalled[-1].content == "The cello."
        elsewhere = await converse("work", question, calling("recall", question=question), AIMessage("I do not know."))
        assert tool_results(elsewhere) == ["Nothing is known about that."]

    anyio.run(talk)


def test_the_model_receives_the_rejection_of_a_secret() -> None:
    secret = "The key is ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
    messages = anyio.run(converse, "home", secret, calling("remember", fact=secret), AIMessage("I will not keep it."))
    assert tool_results(messages)[0].startswith("Not kept. ")


def test_tools_describe_their_purpose_to_the_model() -> None:
    remember, recall = memory_tools(AsyncMnema(), "home")
    assert list(remember.args) == ["fact"]
    assert list(recall.args) == ["question"]
    assert all(tool.description for tool in (remember, recall))
