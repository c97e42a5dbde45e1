"""What commands print fits a terminal of 80 columns: all quick commands, and the tables of those that take minutes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad.claims import find
from turingrad.claims.run import Outcome
from turingrad.cli.commands.bench import table as bench_table
from turingrad.cli.commands.claims import table as claims_table
from turingrad.cli.render.experiments import print_part
from turingrad.cli.render.findings import print_tables
from turingrad.cli.render.terminal import out
from turingrad.constructions.construction import Row
from turingrad.theory.limits.outcome import Part, Trained
from turingrad.theory.margins.findings import CHAIN_COLUMNS, describe_chain

WIDTH = 80
COMMANDS = (
    "library",
    "library palindrome",
    "run palindrome --input abba --on transformer",
    "run palindrome --input abba --on transformer --verbose",
    "run palindrome --input abba --on descent --verbose",
    "run busy-beaver-4 --verbose",
    "run examples/adder.blif --vectors examples/vectors.txt --on feedforward --verbose",
    "check palindrome --on transformer",
    "learn parity --with emulation --dim 4",
    "learn parity --dim 4",
    "compile palindrome --to transformer -o net",
    "convert examples/palindrome.yaml palindrome.jff",
    *(
        pytest.param(command, marks=pytest.mark.slow)
        for command in (
            "export busy-beaver-2 --to llama -o llama",
            "zoo -o zoo --count 1",
            "conform torch --context 64",
            "demo reference --report tour.html",
        )
    ),
)


def too_wide(text: str) -> list[str]:
    return [line for line in text.splitlines() if len(line) > WIDTH]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_at_most_80_columns(
    command: str, turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(Path(__file__).parents[2] / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(out, "_width", WIDTH)
    outcome = turingrad(*command.split())
    assert outcome.code == 0, outcome.err
    assert len(outcome.out) > 20
    assert too_wide(outcome.out) == []


def test_tables_of_long_commands_fit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(out, "_width", WIDTH)
    net = Trained("a network of a name that goes on and on, for a column", 123_456, 1_000_000, 9, 0.5, 0.25, 100)
    print_part(Part("A title", "Words about the data set, " * 6, (net,), {"a figure": 0.123456}))
    out.print(claims_table([Outcome(claim, claim.status, {"a figure": 0.123456789}, 0.1) for claim in find("wei")]))
    row = Row("a figure with a long name, as they are", 1_234_567.0, "steps/s", 12.5, 10.0, note="a note " * 9)
    out.print(bench_table("transformer", [row]))
    print_tables(describe_chain([dict.fromkeys(CHAIN_COLUMNS, 1.2345)]))
    printed = capsys.readouterr().out
    assert len(printed) > 2_000
    assert too_wide(printed) == []
