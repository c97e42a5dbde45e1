"""Hostile programs, inputs and folders of programs: refused in one line, or right; never passed over in silence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.errors import InputError
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.page import source_line

ECHO = """
        la   a1, __input
        lw   a2, 0(a1)
        li   a7, 64
next:   beqz a2, end
        lbu  a0, 4(a1)
        ecall
        addi a1, a1, 1
        addi a2, a2, -1
        j    next
end:    ebreak
"""


def test_bytes_of_a_command_line_that_are_no_text_reach_the_program() -> None:
    echo = assemble(ECHO)
    argument = b"\xff\x80a".decode("utf-8", "surrogateescape")  # as Python hands over arguments
    assert tg.run(echo, argument).output == b"\xff\x80a"
    with pytest.raises(
        InputError, match=r"the input has '\\ud800' at position 1, which is not a character: pass bytes"
    ):
        tg.run(echo, "a\ud800")


def test_a_line_that_the_source_does_not_have_is_not_shown() -> None:
    program = Program(bytes.fromhex("73001000"), lines=((0, 0),), source="first\nlast")
    assert source_line(program, 0) is None
    assert source_line(Program(program.image, lines=((0, 2),), source=program.source), 0) == 2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("programs") / "net"
    tg.save(tg.compile(assemble("li a0, 65; li a7, 64; ecall; ebreak", ram=4096), "decoder", code_bits=6), place)
    return place


def changed_folder(folder: Path, place: Path, file: str, **changes: Any) -> Path:
    shutil.copytree(folder, place)
    facts = json.loads((place / file).read_text())
    (place / file).write_text(json.dumps({**facts, **changes}))
    return place


def test_a_folder_runs_the_program_that_was_saved_and_no_other(
    folder: Path, tmp_path: Path, turingrad: Turingrad
) -> None:
    """Nothing of a program is in the weights: they say nothing of a program that was exchanged."""
    assert turingrad("run", folder, "--json").json["output"] == "A"
    other = assemble("li a0, 66; li a7, 64; ecall; ebreak").image.hex()
    outcome = turingrad("run", changed_folder(folder, tmp_path / "image", "machine.json", image=other))
    assert (outcome.code, "machine.json was changed" in outcome.err) == (2, True)
    renamed = changed_folder(folder, tmp_path / "name", "machine.json", name="a name is not part of a program")
    assert turingrad("run", renamed, "--json").json["output"] == "A"


def test_ram_of_a_compiled_network_cannot_be_chosen_again(folder: Path, turingrad: Turingrad) -> None:
    outcome = turingrad("run", folder, "--ram", 8192)
    assert (outcome.code, "whose RAM is fixed" in outcome.err, outcome.out) == (2, True, "")
