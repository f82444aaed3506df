"""The examples and the pages run, and print what they say."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPOSITORY

EXAMPLES = REPOSITORY / "python/examples"
OUTPUTS = {
    "first.py": "did:wba:agent.example.com Coffee shop\nEspresso 2.40 EUR\nproof-signature\n",
    "service.py": "200 ordered by did:wba:alice.example.com\n",
    "frames.py": "['verified', 'refused']\n[('verified',), ('refused',)]\n['verified', 'proof-signature']\n",
    "crawl.py": (
        "[('did:wba:agent.example.com', 'net-offline')]\n"
        "https://a.example/1 verified None\n"
        "https://a.example/2 refused proof-signature\n"
        "https://a.example/3 malformed json-syntax\n"
    ),
}


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_examples(name: str) -> None:
    if name == "crawl.py" and shutil.which("java") is None:
        pytest.skip("needs a JDK")
    run = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert run.stdout == OUTPUTS[name]


def blocks(page: Path) -> list[tuple[str, str]]:
    """The code blocks of a page, with their languages."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_the_spark_page_has_the_steps_of_its_example() -> None:
    """Each statement of the page is one of `crawl.py`; the example resolves without the network, and verifies with its own documents."""
    example = (EXAMPLES / "crawl.py").read_text()
    (code,) = [code for language, code in blocks(REPOSITORY / "docs/guides/spark.md") if language == "python"]
    for line in code.split("\n"):
        call = re.search(r"adp\.\w+\(\w+", line)
        assert (call[0] if call else line) in example, line


@pytest.mark.parametrize("page", ["docs/start/python.md"])
def test_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of Python runs after those before it. A block of text behind it is what it prints."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    found = blocks(REPOSITORY / page)
    ran = 0
    for (language, code), (following, expected) in zip(found, [*found[1:], ("", "")]):
        if language != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, page, "exec"), names)
        ran += 1
        if following == "text":
            assert printed.getvalue() == expected, code
    assert ran > 3
