"""The command line as a whole: version, help, errors, and the commands that list or convert."""

from __future__ import annotations

import html
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.cli import commands
from turingrad.cli.commands.bench import names

FOLDER = Path(commands.__file__).parent
COMMANDS = sorted(
    " ".join(path.relative_to(FOLDER).with_suffix("").parts).replace("_", "-")
    for path in FOLDER.rglob("*.py")
    if path.stem != "__init__"
)


def test_version(turingrad: Turingrad) -> None:
    outcome = turingrad("--version")
    assert (outcome.code, outcome.out.strip()) == (0, f"turingrad {tg.__version__}")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_that_fits_80_columns(
    turingrad: Turingrad, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typer.rich_utils.MAX_WIDTH", 80)
    outcome = turingrad(*command.split(), "--help")
    assert outcome.code == 0
    assert "Usage" in outcome.out
    assert "…" not in outcome.out  # nothing is cut off
    assert "<bool>" not in outcome.out  # a flag takes no value
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_help_shows_the_spelling_of_a_flag_that_changes_its_default(turingrad: Turingrad) -> None:
    exports, runs = turingrad("export", "--help").out, turingrad("run", "--help").out
    assert "--no-check" in exports
    assert " --check" not in exports
    assert "--pass-exit-code" in runs
    assert "--no-pass-exit-code" not in runs


def test_the_installed_command_exits_two_on_an_unknown_command() -> None:
    program = "import sys; from turingrad.cli import main; sys.exit(main())"
    result = subprocess.run([sys.executable, "-c", program, "fly"], capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.startswith("error: No such command 'fly'")
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_format_error_shows_the_line_and_a_caret(turingrad: Turingrad, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("blank: '0'\nstart state: A\ntable:\n  A:\n    0: {write: 1, X: A}\n")
    outcome = turingrad("run", path)
    assert outcome.code == 2
    first, shown, caret = outcome.err.rstrip().splitlines()[:3]
    assert first.startswith(f"error: {path}:5:")
    assert "X" in shown
    assert caret.strip() == "^"


def test_library_lists_names_with_their_kinds(turingrad: Turingrad) -> None:
    listed = turingrad("library", "--json").json
    names = {entry["name"] for entry in listed}
    assert {"busy-beaver-5", "palindrome", "adder", "parity-small"} <= names
    assert all(entry["doc"] for entry in listed)


def test_library_shows_one_entry_with_its_rules(turingrad: Turingrad) -> None:
    outcome = turingrad("library", "busy-beaver-2")
    assert outcome.code == 0
    assert "A" in outcome.out
    assert "6" in outcome.out


def test_convert_changes_the_format_and_keeps_the_machine(turingrad: Turingrad, tmp_path: Path) -> None:
    target = tmp_path / "bb4.json"
    assert turingrad("convert", "busy-beaver-4", target).code == 0
    assert tg.read(str(target)) == tg.read("busy-beaver-4")


def test_a_conversion_that_the_format_cannot_carry_writes_nothing(turingrad: Turingrad, tmp_path: Path) -> None:
    target = tmp_path / "palindrome.blif"
    outcome = turingrad("convert", "palindrome", target)
    assert outcome.code == 2
    assert not target.exists()
    assert list(tmp_path.iterdir()) == []


def test_compile_turns_a_program_into_a_machine_file(turingrad: Turingrad, tmp_path: Path) -> None:
    program = tmp_path / "walk.tg"
    program.write_text("machine grid(work=1)\nleft(until=wall)\nhalt(+1)\n")
    target = tmp_path / "walk.json"
    assert turingrad("compile", program, "-o", target).code == 0
    assert tg.read(str(target)) == tg.read(str(program))
    assert turingrad("run", program, "--input", "+-", "--json").json["answer"] == 1


def test_an_unknown_construction_is_refused(turingrad: Turingrad, tmp_path: Path) -> None:
    outcome = turingrad("compile", "palindrome", "--to", "perceptron", "-o", tmp_path / "net")
    assert outcome.code == 2
    assert "no construction 'perceptron'" in outcome.err


def test_the_demo_refuses_an_unknown_chapter(turingrad: Turingrad) -> None:
    assert "no chapter 'magic'; known: reference" in turingrad("demo", "magic").err


@pytest.mark.parametrize(
    ("chapter", "said"),
    [
        ("reference", ["47,176,870", "36,743"]),
        ("feedforward", ["181 x 203 = 36,743 (Python: 36,743)", "67 steps in lockstep"]),
        ("decoder", ["109 of 109", "Next token: B:1@-5"]),
        pytest.param(
            *("programs", ["putchar('0' + here);", "output '12358', exit code 7", "as bits (guarded): True"]),
            marks=pytest.mark.slow,
        ),
        ("rcnn", ["100.0%", "on 1,024 of 1,024"]),
        ("emulation", ["every |w| bitwise as it was: True", "12 of 12 samples intact"]),
    ],
)
def test_a_chapter_of_the_demo_runs_and_writes_its_report(
    chapter: str, said: list[str], turingrad: Turingrad, tmp_path: Path
) -> None:
    report = tmp_path / "tour.html"
    outcome = turingrad("demo", chapter, "--report", report)
    assert outcome.code == 0, outcome.err
    written = " ".join(html.unescape(re.sub(r"<[^>]*>", "", report.read_text(encoding="utf-8"))).split())
    for words in said:
        assert words in " ".join(outcome.out.split())
        assert words in written


def test_an_unknown_benchmark_is_refused(turingrad: Turingrad) -> None:
    assert "no benchmark 'x'; known: " in turingrad("bench", "x").err


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_benchmark_runs(name: str, turingrad: Turingrad) -> None:
    """Whether a bar is met is a matter of speed, and of what else the machine does: not asked here."""
    outcome = turingrad("bench", name, "--json")
    assert outcome.code == 0, outcome.err
    rows = outcome.json[name]
    assert rows
    for row in rows:
        assert math.isfinite(row["value"]), row
        assert (row["met"] is None) == (row["bar"] is None), row


def test_help_loads_neither_torch_nor_numba() -> None:
    code = (
        "import sys; from turingrad.cli import main; main(['--help']); "
        "print([name for name in ('torch', 'numba', 'numpy', 'turingrad.constructions') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Look for a good learning algorithm" in done.stdout
    assert done.stdout.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("run", "[default: reference; for a folder, its own]"),
        ("check", "[required for a machine; for a folder, its own]"),
        ("margin network", "[default: the first]"),
        ("search", "[default: fitting; --data: all]"),
    ],
)
def test_help_shows_defaults_that_are_told_in_words(turingrad: Turingrad, command: str, default: str) -> None:
    for _ in range(2):
        said = turingrad(*command.split(), "--help").out
        assert default in " ".join(said.replace("│", " ").split())
        assert "\\[" not in said


def test_a_paragraph_of_help_breaks_its_lines_only_at_the_width(
    turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    said = turingrad("claims", "--help").out.partition("The exit code")[2].partition("╭")[0]
    first, second, *_ = said.splitlines()
    assert len(f" The exit code{first.rstrip()} {second.split()[0]}") > 79
    assert len(f"{second.rstrip()} verifies.") > 79


@pytest.mark.slow
def test_the_first_call_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "FORCE_COLOR": "1"}  # as on a terminal
    command = [sys.executable, "-c", "import sys; from turingrad.cli import main; sys.exit(main(sys.argv[1:]))"]
    command += ["run", "busy-beaver-2"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stderr for _ in range(2)
    )
    assert "compiling kernels (once)" in first
    assert "compiling" not in second


@pytest.mark.parametrize("group", ["limits", "truth", "margin"])
def test_a_group_without_a_command_shows_its_help(turingrad: Turingrad, group: str) -> None:
    outcome = turingrad(group)
    assert outcome.code == 2
    assert f"Usage: turingrad {group} [OPTIONS] COMMAND" in outcome.out


def test_no_part_of_a_message_becomes_a_picture(turingrad: Turingrad, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("x = 1\n")
    assert f"{file}:x: this takes no Python function" in turingrad("check", f"{file}:x", "--on", "decoder").err


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--plot", "x.svg"), "--plot draws a learning curve: give --curve, too"),
        (("--number", "20.10"), "--number is the number format of a module: give --module, too"),
        (
            ("--predictor", "p.foo"),
            "--predictor p.foo: the names of circuit files end in .blif, .aag, ",
        ),
        (("--dim", "0"), "'0' is not a whole number of at least 1"),
        (("--dim", "x"), "'x' is not a whole number of at least 1"),
        (("--rate", "fast"), "'fast' is not a number"),
    ],
)
def test_a_wrong_option_is_refused_before_the_work(turingrad: Turingrad, option: tuple[str, str], message: str) -> None:
    outcome = turingrad("learn", "perceptron", *option)
    assert outcome.code == 2
    assert message in outcome.err


def last_line_of(code: str) -> str:
    """What a Python of its own prints last."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1]


def test_a_short_run_on_a_network_loads_little_besides_torch() -> None:
    """Each of these would take as long as the run."""
    code = (
        "import sys; from turingrad.cli import main;"
        "runs = [main(['run', 'palindrome', '--input', 'abba', '--on', on, '--quiet'])"
        " for on in ('transformer', 'rcnn', 'descent', 'decoder')];"
        "runs.append(main(['run', 'adder', '--input', '1' * 16, '--on', 'feedforward']));"
        "dear = ('numba', 'scipy', 'torch._dynamo', 'sklearn', 'rich.console', 'pydantic',"
        " 'turingrad.language.program', 'turingrad.python.functions', 'turingrad.library.learners.small',"
        " 'xml.parsers.expat', 'turingrad.formats.aiger', 'turingrad.formats.json_machine');"
        "print(runs, [name for name in dear if name in sys.modules])"
    )
    assert last_line_of(code) == "[0, 0, 0, 0, 0] []"


def test_a_command_looks_for_cyclic_garbage_rarely_and_not_at_its_end() -> None:
    """Each full search, also the two at the end of a process, would walk all of torch's objects."""
    code = (
        "import gc, sys, turingrad_command; full = [];"
        "gc.callbacks.append(lambda phase, told: full.append(phase) if told['generation'] == 2 else None);"
        "sys.argv = ['turingrad', 'run', 'palindrome', '--input', 'abba', '--on', 'transformer', '--quiet'];"
        "done = turingrad_command.main(); print(done, len(full), gc.get_freeze_count() > 100_000)"
    )
    assert last_line_of(code) == "0 0 True"
