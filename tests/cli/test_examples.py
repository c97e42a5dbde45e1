"""What a user of the wheel has: the examples come with it, and no message asks for the checkout's make."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import turingrad as package
from tests.command_line import Turingrad

ROOT = Path(__file__).parents[2]
TARGETS = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_examples_are_written_as_they_are_and_never_over_others(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("examples", "-o", tmp_path / "examples", "--json")
    assert outcome.code == 0, outcome.err
    shipped = {path.name: path.read_bytes() for path in (ROOT / "examples").iterdir() if path.is_file()}
    assert outcome.json["files"] == sorted(shipped)
    assert {path.name: path.read_bytes() for path in (tmp_path / "examples").iterdir()} == shipped
    again = turingrad("examples", "-o", tmp_path / "examples")
    assert (again.code, "exists already" in again.err) == (2, True)


def test_no_message_asks_for_make() -> None:
    assert "live" in TARGETS
    asks = re.compile(rf"`make ({'|'.join(TARGETS)})\b")
    wrong = [
        f"{path.name}:{node.lineno}"
        for path in Path(package.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and asks.search(node.value)
    ]
    assert not wrong
