"""What a user's type checker knows of the package's verbs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from turingrad.api import CompileOptions
from turingrad.constructions import construction_names
from turingrad.constructions.registry import find_construction

USER = """
import turingrad as tg
machine = tg.machine({("A", "0"): ("1", "R", "A")}, start="A", blank="_")
assert isinstance(machine, tg.TapeMachine)
reveal_type(tg.run(machine))
reveal_type(tg.run(machine, "00", max_steps=3).configuration.state)
reveal_type(tg.run(machine, on="transformer", layers="paper"))
reveal_type(tg.run(tg.compile(machine, "transformer", steps=10)))
reveal_type(tg.compile("palindrome", "decoder"))
"""
KNOWN = (
    "Run[turingrad.machine.tape.machine.TapeConfiguration]",
    '"str"',
    "Run[turingrad.machine.tape.machine.TapeConfiguration]",
    "Run[turingrad.machine.tape.machine.TapeConfiguration]",
    "turingrad.constructions.decoder.network.DecoderNetwork",
)


def test_every_option_of_a_construction_is_known_to_type_checkers() -> None:
    options = {field.name for name in construction_names() for field in fields(find_construction(name).Options)}
    assert options == set(CompileOptions.__annotations__)


@pytest.mark.slow
def test_a_misspelled_option_is_a_type_error(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(
        'import turingrad as tg\ntg.compile("palindrome", "transformer", steps=10)\n'
        'tg.compile("palindrome", "transformer", stepz=10)\ntg.compile("palindrome", "descent", stepz=10)\n'
    )
    root = Path(__file__).parent.parent
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(root / "pyproject.toml")]
    found = subprocess.run([*command, str(tmp_path / "user.py")], capture_output=True, text=True, cwd=root)
    wrong = {line.split(":")[1] for line in found.stdout.splitlines() if "error:" in line}
    assert wrong == {"3", "4"}, found.stdout


@pytest.mark.slow
def test_a_strict_type_checker_knows_configurations_and_networks(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(USER)
    root = Path(__file__).parent.parent
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(root / "pyproject.toml")]
    found = subprocess.run([*command, str(tmp_path / "user.py")], capture_output=True, text=True, cwd=root)
    revealed = [line for line in found.stdout.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(KNOWN), found.stdout
    for line, known in zip(revealed, KNOWN, strict=True):
        assert known in line
