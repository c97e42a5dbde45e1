"""`learn` and `check` say what they found in a few lines of 80 columns; `--verbose` prints every figure."""

from __future__ import annotations

import pytest

from tests.command_line import Turingrad
from turingrad.cli.render.results import percent, print_checked

LEARN = ("learn", "parity", "--with", "emulation", "--dim", 3, "--train", 8, "--test", 20, "--quiet")
CHECK = ("check", "busy-beaver-2", "--on", "descent", "--samples", 2, "--quiet")


@pytest.mark.parametrize(
    ("command", "first", "figure"),
    [
        (LEARN, "parity with emulation learned from 8 samples: 100 % of 20 test points right", "vertices"),
        (CHECK, "busy-beaver-2 on descent: equal to the interpreter in ", "steps checked"),
    ],
    ids=["learn", "check"],
)
def test_a_few_lines_and_all_of_them(
    turingrad: Turingrad, command: tuple[object, ...], first: str, figure: str
) -> None:
    short, long = turingrad(*command), turingrad(*command, "--verbose")
    assert short.code == long.code == 0
    lines = short.out.splitlines()
    assert lines[0].startswith(first)
    assert len(lines) < 8
    assert all(len(line) <= 80 for line in lines)
    assert figure not in short.out
    assert figure in long.out


def test_a_mismatch_is_the_first_thing_said(capsys: pytest.CaptureFixture[str]) -> None:
    fields = {
        "machine": "m",
        "on": "descent",
        "runs": 2,
        "steps_checked": 40,
        "mismatches": 1,
        "certificate": {},
        "parameters": 10,
        "depth": 1,
        "width": 2,
        "recompute_mismatches": 1,
        "recomputed_steps": 5,
    }
    print_checked(fields)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "m on descent: 2 mismatches in 40 steps of 2 runs"
    assert "exact in none of the formats" in said[1]


def test_all_is_said_of_nothing_less() -> None:
    assert [percent(share) for share in (1.0, 0.9999, 0.565, 0.0)] == ["100 %", "99.9 %", "56.5 %", "0 %"]
