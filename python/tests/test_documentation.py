"""What the tutorial and the docstrings say is what comes out."""

from __future__ import annotations

import doctest
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node")


def examples_of(path: Path) -> str:
    """The lines of a guide's Python, in their order."""
    return "\n".join(
        re.findall(r"^```python\n(.*?)^```", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    )


@pytest.mark.skipif(NODE is None, reason="there is no Node here, which makes the sample's data")
@pytest.mark.parametrize("guide", ["docs/tutorials/python.md", "python/README.md"])
def test_guides(guide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert NODE is not None
    monkeypatch.chdir(tmp_path)
    subprocess.run([NODE, ROOT / "examples/sample/make.mjs", "."], check=True)
    text = examples_of(ROOT / guide)
    test = doctest.DocTestParser().get_doctest(text, {}, guide, guide, 0)
    assert len(test.examples) > 5
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    complaints: list[str] = []
    runner.run(test, out=complaints.append)
    assert runner.failures == 0, "".join(complaints)
