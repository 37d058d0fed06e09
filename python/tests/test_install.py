"""The README's line, in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    "EXPOST_DEEP" not in os.environ, reason="compiles the library: a part of the deep run"
)


def test_the_readmes_line_works_in_an_empty_environment(tmp_path: Path) -> None:
    readme = (ROOT / "python/README.md").read_text("utf-8")
    assert "$ pip install ./python\n" in readme
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin/python"
    variables = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")
    }
    if shutil.which("ccache") is not None:
        variables |= {
            "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
            "CCACHE_BASEDIR": str(ROOT),
            "CCACHE_NOHASHDIR": "1",
        }
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "./python"],
        cwd=ROOT,
        env=variables,
        check=True,
    )
    printed = subprocess.run(
        [
            python,
            "-c",
            "import expost; print(expost.__version__, expost.gaussian_sigma(1, 1e-6, 1), expost.__file__)",
        ],
        cwd=tmp_path,
        env=variables,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    version = (ROOT / "package.json").read_text("utf-8").split('"version": "')[1].split('"')[0]
    assert printed[0] == version
    assert 4.2 < float(printed[1]) < 4.3
    assert Path(printed[2]).is_relative_to(environment)
    # Nothing but what is installed is needed: types included.
    files = subprocess.run(
        [python, "-m", "pip", "show", "--files", "expost"],
        env=variables,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "expost/py.typed" in files
    assert "expost/_core.pyi" in files
    if sys.version_info >= (3, 12):
        assert "_core.abi3.so" in files
