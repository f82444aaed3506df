"""The types: of the package, of the examples, and those of the extension module compared with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_pyright(tmp_path: Path) -> None:
    run("pyright", "--pythonpath", sys.executable, str(PYTHON / "examples"), folder=tmp_path)


def test_stubs(tmp_path: Path) -> None:
    run("mypy.stubtest", "agent_description._agent_description", "--concise", "--mypy-config-file", str(PYTHON / "pyproject.toml"), folder=tmp_path)
