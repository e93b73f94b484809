"""Memories as text for a prompt."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mnema_sdk._settings import refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mnema_sdk.types import SearchResult

_MIN_CHARACTERS = 200
# Characters that are not shown: Default_Ignorable_Code_Point of Unicode, and annotations. They can hide text or change
# its order. Single joiners and the two variation selectors of emoji stay.
_HIDING = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_HIDING}\u200c\u200d\ufe0e\ufe0f]{{3,}}|[{_HIDING}]")
# White space and control characters, which include every line break.
_BLANKS = re.compile("[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")


def format_memories(memories: Iterable[SearchResult], *, max_characters: int | None = None) -> str:
    """Writes search results as text for a prompt: one line each, ``- `` and the text.

    Line breaks and control characters become spaces, so that the text of one memory cannot imitate another entry.
    Invisible characters are removed, such as tags and those that change the order of a text; emoji and the joiners of
    scripts stay. Memories that do not fit are left out, the last ones first. A first one that is too long is shortened
    and ends with ``…``.

    Args:
        memories: The results of a search, best first.
        max_characters: The maximum length in UTF-16 units, 200 or more. There is no limit by default.

    Raises:
        MnemaError: With the code ``invalid_argument``, when ``max_characters`` is below 200.
    """
    if max_characters is not None and max_characters < _MIN_CHARACTERS:
        raise refusal(f"max_characters must be {_MIN_CHARACTERS} or more, not {max_characters}", "invalid_argument")
    text = ""
    used = 0
    for found in memories:
        plain = _BLANKS.sub(" ", _INVISIBLE.sub("", found.memory)).strip(" ")
        if not plain:
            continue
        line = f"\n- {plain}" if text else f"- {plain}"
        length = _utf16_length(line)
        if max_characters is not None and used + length > max_characters:
            return text or _shorten(line, max_characters)
        text += line
        used += length
    return text


def _utf16_length(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def _shorten(line: str, length: int) -> str:
    """Cuts a line without splitting a character, and marks the cut."""
    units = line.encode("utf-16-le", "surrogatepass")[: 2 * (length - 1)]
    return units.decode("utf-16-le", "ignore").rstrip(" ") + "…"
