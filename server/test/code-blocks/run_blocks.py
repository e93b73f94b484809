"""Runs the Python blocks that a file lists, one after the other, and prints a marker after each."""

import json
import sys
import traceback
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
names_of_pages: dict[str, dict[str, object]] = {}
for block in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    names = names_of_pages.setdefault(block["page"], {"__name__": "__main__"})
    failure = ""
    try:
        # The line breaks put the lines of tracebacks where they are on the page.
        code = compile("\n" * (block["line"] - 1) + block["text"], block["page"], "exec")
        exec(code, names)
    except Exception:
        failure = json.dumps(traceback.format_exc())
    print(f"\x1e{failure}", flush=True)
