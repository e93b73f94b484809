"""Mnema as the long-term memory of a LangGraph agent: two tools that any LangChain model can call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from langchain_core.messages import SystemMessage
from langchain_core.tools import BaseTool, tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from mnema_sdk import AsyncMnema, SensitiveContentError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langgraph.graph.state import CompiledStateGraph

INSTRUCTIONS = """You have a long-term memory. Call `recall` before you answer what may depend on earlier
conversations; call `remember` when you learn something that will matter later. Never remember passwords or keys."""


def memory_tools(client: AsyncMnema, project: str, agent_id: str = "langgraph") -> list[BaseTool]:
    """Creates the two tools. No agent recalls memories of another agent or project."""

    @tool
    async def remember(fact: str) -> str:
        """Keeps a fact for later conversations. One self-contained sentence, with names instead of pronouns."""
        metadata = {"project": project, "source": "langgraph"}
        try:
            written = await client.add(fact, agent_id=agent_id, metadata=metadata)
        except SensitiveContentError as error:
            # The model can act on this error; errors for the server's operator are raised.
            return f"Not kept. {error.detail}"
        return f"Kept as {written.memory_id}."

    @tool
    async def recall(question: str) -> str:
        """Finds what is known about a question from earlier conversations, the best first."""
        found = await client.search(question, agent_id=agent_id, filters={"project": project}, top_k=5)
        # As JSON strings, no memory can look like several, or like something that you say.
        lines = [json.dumps(hit.memory, ensure_ascii=False) for hit in found]
        return "\n".join(lines) or "Nothing is known about that."

    return [remember, recall]


def build_agent(model: BaseChatModel, client: AsyncMnema, project: str) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Creates an agent with this model and Mnema as its memory: ``await agent.ainvoke({"messages": […]})``."""
    tools = memory_tools(client, project)
    thinker = model.bind_tools(tools)

    async def think(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await thinker.ainvoke([SystemMessage(INSTRUCTIONS), *state["messages"]])]}

    graph = StateGraph(MessagesState)
    graph.add_node("think", think)
    graph.add_node("tools", ToolNode(tools))
    graph.add_edge(START, "think")
    graph.add_conditional_edges("think", tools_condition)
    graph.add_edge("tools", "think")
    return graph.compile()
