"""Makes the blocking client from the asynchronous one, by replacing words."""

from __future__ import annotations

import re
from pathlib import Path

REPLACEMENTS = [
    (r"The asynchronous client\.", "The blocking client."),
    (r"^from mnema_sdk\._paginator import AsyncPaginator\n", ""),
    (r"\bAsyncPaginator\[(\w+), [\w.]+\]", r"\1"),
    (r"\bAsyncPaginator\((\w+), (\w+)\)", r"\1(\2)"),
    (r"\basync (def|for|with)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\b__a(enter|exit|iter)__\b", r"__\1__"),
    (r"\bAsyncIterator\b", "Iterator"),
    (r"\basync_lines_of\b", "lines_of"),
    (r"\baclose\b", "close"),
    (r"\bAwaitable\[(\w+)\]", r"\1"),
    (r", Awaitable, ", ", "),
    (r"\b_async\b", "_sync"),
    (r"\bAsync(?=[A-Z])", ""),
    (r"\bhttpx2\.AsyncClient\b", "httpx2.Client"),
]
NOTE = "# generated from mnema_sdk/_async, do not edit: npm run generate\n"


def unasync(source: str) -> str:
    """Returns the blocking form of a module, not yet formatted."""
    for pattern, replacement in REPLACEMENTS:
        source = re.sub(pattern, replacement, source, flags=re.MULTILINE)
    left = re.search(r".*\b(async|await|Async\w*|Awaitable|anyio|asyncio)\b.*", re.sub(r"_async\b", "", source))
    if left:
        raise ValueError(f"unasync does not know how to make this blocking: {left.group()}")
    documentation, rest = source.split('"""\n', 1)
    return f'{documentation}"""\n\n{NOTE}{rest}'


def unasync_folder(folder: Path) -> dict[str, str]:
    """Returns the blocking form of each module of the folder, by file name."""
    return {file.name: unasync(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.py"))}
