"""Generates parts of the SDK. ``--check`` changes nothing and fails when they differ from their sources."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from contract_types import make_types
from operation_table import make_operations
from unasync import unasync_folder

SDK = Path(__file__).resolve().parent.parent
PACKAGE = SDK / "src" / "mnema_sdk"
CONTRACT = SDK.parent.parent / "server" / "src" / "generated" / "openapi.json"


def generate(target: Path) -> None:
    """Writes all generated files below the folder, formatted."""
    contract = json.loads(CONTRACT.read_text(encoding="utf-8"))
    files = {
        "types.py": make_types(contract),
        "_operations.py": make_operations(contract),
        **{f"_sync/{name}": text for name, text in unasync_folder(PACKAGE / "_async").items()},
    }
    for name, text in files.items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    ruff = [sys.executable, "-m", "ruff"]
    configuration = ["--config", str(SDK / "pyproject.toml"), "--no-cache", "--quiet"]
    paths = [str(target / name) for name in files]
    subprocess.run([*ruff, "check", *configuration, "--fix-only", "--select", "I,F401", *paths], check=True)
    subprocess.run([*ruff, "format", *configuration, *paths], check=True)


def differences(fresh: Path) -> list[str]:
    """Lists generated files that differ, are missing or are left over."""
    generated = {file.relative_to(fresh) for file in fresh.rglob("*.py")}
    present = {
        Path("types.py"),
        Path("_operations.py"),
        *(file.relative_to(PACKAGE) for file in PACKAGE.glob("_sync/*.py")),
    }
    return sorted(
        str(name)
        for name in generated | present
        if not (fresh / name).exists()
        or not (PACKAGE / name).exists()
        or (fresh / name).read_bytes() != (PACKAGE / name).read_bytes()
    )


def main() -> int:
    """Generates the files, or checks them."""
    if "--check" not in sys.argv[1:]:
        generate(PACKAGE)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        generate(Path(folder))
        different = differences(Path(folder))
    for name in different:
        print(f"sdks/python/src/mnema_sdk/{name} differs from its source: npm run generate", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
