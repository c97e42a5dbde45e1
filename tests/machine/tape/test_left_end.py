"""Tapes with a hard left end: a move to the left from cell 0 stays there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.generators_transformer import random_tapes_case
from turingrad.errors import MachineError
from turingrad.formats.bbchallenge import write_bbchallenge
from turingrad.formats.json_machine import read_json, write_json
from turingrad.machine.lower import tripled
from turingrad.machine.tape import LEFT, RIGHT, Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

# Left twice, then right: on a hard left end it ends on cell 1, on a two-sided tape on cell -1.
WALKER = TapeMachine(
    states=("a", "b", "c", "end"),
    symbols=("0", "1"),
    blank="0",
    start="a",
    rules=(
        Rule("a", ("0",), ("1",), (LEFT,), "b"),
        Rule("b", ("0",), ("1",), (LEFT,), "c"),
        Rule("b", ("1",), ("1",), (LEFT,), "c"),
        Rule("c", ("0",), ("1",), (RIGHT,), "end"),
        Rule("c", ("1",), ("0",), (RIGHT,), "end"),
    ),
    halting=("end",),
)
HARD = replace(WALKER, left_end="hard")


@pytest.mark.parametrize("executor", ["python", "compiled"])
def test_the_head_stays_on_the_first_cell(executor: str) -> None:
    assert tape_run.run(HARD, "", executor=executor).configuration.heads == (1,)
    assert tape_run.run(WALKER, "", executor=executor).configuration.heads == (-1,)


@pytest.mark.parametrize("tapes", [1, 2])
def test_both_interpreters_agree(tapes: int) -> None:
    for seed in range(30):
        machine, rows = random_tapes_case(seed, tapes)
        hard = replace(machine, left_end="hard")
        traces = [list(tape_run.trace(hard, rows, max_steps=60, executor=name)) for name in ("python", "compiled")]
        assert traces[0] == traces[1]
        assert min(head for at in traces[0] for head in at.heads) >= 0


def test_json_carries_the_left_end() -> None:
    assert read_json(write_json(HARD), "x") == HARD != WALKER
    assert b"left_end" not in write_json(WALKER)


def test_an_unknown_left_end_is_refused() -> None:
    with pytest.raises(MachineError, match="two-sided or hard"):
        replace(WALKER, left_end="soft")


def test_what_knows_only_two_sided_tapes_says_so() -> None:
    with pytest.raises(MachineError, match="hard left end"):
        write_bbchallenge(HARD)
    with pytest.raises(MachineError, match="hard left end"):
        tripled(HARD)
