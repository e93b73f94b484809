"""Memories as text for a prompt."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mnema_sdk import MnemaError, format_memories
from mnema_sdk.types import SearchResult

SHARED = Path(__file__).parents[3] / "conformance" / "format-memories.json"
CASES: list[dict[str, Any]] = json.loads(SHARED.read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_writes_one_line_for_each_memory(case: dict[str, Any]) -> None:
    memories = [SearchResult.model_construct(memory=text) for text in case["memories"]]
    limit = case.get("maxCharacters")
    if "error" in case:
        with pytest.raises(MnemaError) as caught:
            format_memories(memories, max_characters=limit)
        assert caught.value.code == case["error"]
    else:
        assert format_memories(memories, max_characters=limit) == case["text"]
