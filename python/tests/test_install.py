"""The README's line, in an empty environment, and the wheel that serves several Pythons."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    "EXPOST_DEEP" not in os.environ, reason="compiles the library: a part of the deep run"
)

VARIABLES = {
    name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")
} | (
    {
        "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
        "CCACHE_BASEDIR": str(ROOT),
        "CCACHE_NOHASHDIR": "1",
    }
    if shutil.which("ccache") is not None
    else {}
)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a command prints, which has to succeed."""
    return subprocess.run(
        command, cwd=cwd, env=VARIABLES, check=True, stdout=subprocess.PIPE, text=True
    ).stdout


def pip(python: str | Path, command: str, *more: str | Path) -> str:
    return run(python, "-m", "pip", command, "--disable-pip-version-check", *more)


def later_pythons() -> list[Path]:
    """Interpreters of Python 3.12 and later on this machine, a version each, the earliest first."""
    found: dict[tuple[int, int], Path] = {}
    for folder in (*os.get_exec_path(), *Path.home().glob(".pyenv/versions/*/bin")):
        for minor in range(12, 30):
            python = Path(folder) / f"python3.{minor}"
            # pyenv has stand-ins for versions that aren't chosen, which only print an error.
            works = (
                python.exists()
                and subprocess.run(
                    [python, "-c", "import ensurepip, venv"], env=VARIABLES, capture_output=True
                ).returncode
                == 0
            )
            if works:
                found.setdefault((3, minor), python)
    return [found[version] for version in sorted(found)]


def test_the_readmes_line_works_in_an_empty_environment(tmp_path: Path) -> None:
    readme = (ROOT / "python/README.md").read_text("utf-8")
    assert "$ pip install ./python\n" in readme
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    pip(python, "install", "--quiet", "./python")
    check_installed(python, tmp_path)
    # Nothing but what is installed is needed: types included.
    files = pip(python, "show", "--files", "expost")
    assert "expost/py.typed" in files
    assert "expost/_core.pyi" in files
    if sys.version_info >= (3, 12):
        assert "_core.abi3.so" in files


def check_installed(python: Path, folder: Path) -> None:
    """Checks that `python` imports its own package, of this version, and gets a right number."""
    code = "import expost; print(expost.__version__, expost.gaussian_sigma(1, 1e-6, 1), expost.__file__)"
    printed = run(python, "-c", code, cwd=folder).split()
    version = (ROOT / "package.json").read_text("utf-8").split('"version": "')[1].split('"')[0]
    assert printed[0] == version
    assert 4.2 < float(printed[1]) < 4.3
    assert Path(printed[2]).is_relative_to(python.parents[1])


def test_a_wheel_of_python_3_12_serves_every_later_version(tmp_path: Path) -> None:
    pythons = later_pythons()
    if not pythons:
        pytest.skip("no Python 3.12 or later with venv is here")
    builder = tmp_path / "builder"
    run(pythons[0], "-m", "venv", builder)
    pip(builder / "bin/python", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, "./python")
    (wheel,) = tmp_path.glob("*.whl")
    assert "-cp312-abi3-" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.endswith(".so")] == ["expost/_core.abi3.so"]
    for python in pythons:
        environment = tmp_path / python.name
        run(python, "-m", "venv", environment)
        pip(environment / "bin/python", "install", "--quiet", wheel)
        check_installed(environment / "bin/python", tmp_path)
