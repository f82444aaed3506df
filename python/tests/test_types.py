"""The types: of the package, of the examples, and those of the extension module compared with it."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import re
import subprocess
import sys
import typing
from pathlib import Path

import agent_description as ad
from conftest import REPOSITORY

PYTHON = REPOSITORY / "python"


def run(*arguments: str, folder: Path) -> None:
    ran = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, cwd=folder, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_mypy(tmp_path: Path) -> None:
    run(
        "mypy", "--strict", "--config-file", str(PYTHON / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache"),
        "-p", "agent_description", folder=tmp_path,
    )  # fmt: skip
    run(
        "mypy", "--strict", "--config-file", str(PYTHON / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache"),
        *map(str, (PYTHON / "examples").glob("*.py")), folder=tmp_path,
    )  # fmt: skip


def page(folder: Path) -> Path:
    """The program of the page: its blocks, one after another."""
    text = (REPOSITORY / "docs/start/python.md").read_text()
    program = folder / "page.py"
    program.write_text("\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)))
    return program


def test_the_page_has_types(tmp_path: Path) -> None:
    program = page(tmp_path)
    run("mypy", "--strict", "--config-file", str(PYTHON / "pyproject.toml"), "--cache-dir", str(tmp_path / "cache"), str(program), folder=tmp_path)
    run("pyright", "--pythonpath", sys.executable, str(program), folder=tmp_path)


def test_pyright(tmp_path: Path) -> None:
    run("pyright", "--pythonpath", sys.executable, str(PYTHON / "examples"), folder=tmp_path)


def test_stubs(tmp_path: Path) -> None:
    # only their static methods make these: calling the class is an error of types too
    allowed = tmp_path / "allowed.txt"
    allowed.write_text(r"agent_description\._agent_description\.(Call|DidDocument|Key)\.__init__")
    run(
        "mypy.stubtest", "agent_description._agent_description", "--concise", "--allowlist", str(allowed),
        "--mypy-config-file", str(PYTHON / "pyproject.toml"), folder=tmp_path,
    )  # fmt: skip


def test_every_public_name_has_types(tmp_path: Path) -> None:
    ran = subprocess.run(
        ["pyright", "--verifytypes", "agent_description", "--outputjson", "--ignoreexternal"],
        capture_output=True, text=True, timeout=600, cwd=tmp_path,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    found = json.loads(ran.stdout)["typeCompleteness"]
    wrong = [symbol["name"] for symbol in found["symbols"] if symbol["isExported"] and not symbol["isTypeKnown"]]
    assert found["completenessScore"] == 1, wrong


def test_types_can_be_asked_at_run_time() -> None:
    for name in ad.__all__:
        value = getattr(ad, name)
        if inspect.isclass(value) and value.__module__.startswith("agent_description."):
            members = [getattr(value, member) for member in vars(value) if not member.startswith("_") or member == "__init__"]
            for member in members:
                if inspect.isfunction(member):
                    typing.get_type_hints(member)
        if inspect.isfunction(value) or dataclasses.is_dataclass(value):
            typing.get_type_hints(value)
