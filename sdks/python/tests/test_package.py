"""The uploaded files install, and contain the files of the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import mnema_sdk

SDK = Path(__file__).resolve().parents[1]
MODULES = {file.relative_to(SDK / "src").as_posix() for file in (SDK / "src").rglob("*.py")}


def run(command: Sequence[str | Path], folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "hatchling", "build", "-d", folder], SDK)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return {"wheel": wheel, "sdist": sdist}


def test_the_package_index_would_take_both(built: dict[str, Path]) -> None:
    run([sys.executable, "-m", "twine", "check", "--strict", *built.values()], SDK)


def test_the_wheel_holds_the_modules_and_nothing_else(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = set(wheel.namelist())
    about = f"mnema_sdk-{mnema_sdk.__version__}.dist-info"
    described = {f"{about}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "licenses/LICENSE")}
    assert names == MODULES | {"mnema_sdk/py.typed"} | described


def test_the_sdist_holds_what_builds_it(built: dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    about = {"PKG-INFO", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", ".gitignore"}
    assert names == {f"src/{module}" for module in MODULES} | {"src/mnema_sdk/py.typed"} | about


@pytest.mark.parametrize("form", ["wheel", "sdist"])
def test_it_installs_in_an_empty_environment(built: dict[str, Path], form: str, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    place = run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], tmp_path).strip()
    # The dependencies are installed already, in the versions of the tests; nothing is fetched.
    Path(place, "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    install = [python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    run([*install, built[form]], tmp_path)
    run([python, "-m", "pip", "check"], tmp_path)
    code = (
        "import mnema_sdk as sdk; from mnema_sdk import AsyncMnema;"
        "print(sdk.__version__, sdk.__file__, sdk.Mnema(api_key='x'))"
    )
    version, file, *_ = run([python, "-W", "error", "-c", code], tmp_path).split()
    assert version == mnema_sdk.__version__
    assert Path(file).is_relative_to(place)


def test_the_changelog_has_this_version() -> None:
    assert f"\n## {mnema_sdk.__version__}\n" in (SDK / "CHANGELOG.md").read_text(encoding="utf-8")
