"""The shell around the commands: nothing silent, nothing endless, no traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import Turingrad
from turingrad import formats, library
from turingrad.cli import app
from turingrad.cli.render import terminal
from turingrad.errors import InputError

PROGRAM = "import sys; from turingrad.cli import main; sys.exit(main())"


def shell(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **(options.pop("env", None) or {})}  # type: ignore[dict-item]
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, env=environment, **options
    )  # type: ignore[call-overload, no-any-return]


def test_help_does_not_load_torch() -> None:
    code = "import sys; from turingrad.cli import main; main(['--help']); print('torch' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip().endswith("False")


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (OSError(28, "No space left on device"), 70, "No space left on device"),
        (UnicodeEncodeError("ascii", "é", 0, 1, "ordinal not in range"), 70, "unexpected UnicodeEncodeError"),
        (RecursionError("too deep"), 70, "unexpected RecursionError"),
        (MemoryError(), 70, "not enough memory"),
        (InputError("x" * 100_000), 2, "error: xxx"),
        (InputError("a \x1b[31m name\x07"), 2, "error: a \\x1b[31m name\\x07"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_whatever_happens_is_one_line(
    turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, text: str
) -> None:
    def fails(*_arguments: object, **_options: object) -> None:
        raise error

    monkeypatch.setattr(app, "build", lambda _arguments: fails)
    outcome = turingrad("run", "busy-beaver-2", "--json")
    assert outcome.code == code
    assert text in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1
    assert len(outcome.err) < 1_000
    assert outcome.out == ('{"interrupted": true}\n' if code == 130 else "")


@pytest.mark.parametrize("option", ["--trace", "-o", "--report", "--resume"])
def test_a_folder_is_no_file_to_write_to(turingrad: Turingrad, tmp_path: Path, option: str) -> None:
    commands = {
        "--trace": ("run", "busy-beaver-2"),
        "-o": ("compile", "busy-beaver-2"),
        "--report": ("learn", "last-label", "--dim", "3"),
        "--resume": ("search", "--task", "dictator", "-o", tmp_path / "r.json"),
    }
    outcome = turingrad(*commands[option], option, tmp_path)
    assert (outcome.code, len(outcome.err.strip().splitlines())) == (2, 1)


def test_options_that_a_machine_has_no_use_for_are_refused(turingrad: Turingrad, tmp_path: Path) -> None:
    trace = ("--trace", tmp_path / "t")
    assert "--trace does not apply to a circuit" in turingrad("run", "adder-2", "--input", "0000", *trace).err
    assert "--vectors does not apply to a tape machine" in turingrad("run", "busy-beaver-2", "--vectors", "v").err
    assert "--data does not apply to a tape machine" in turingrad("run", "busy-beaver-2", "--data", "d").err


def test_json_has_no_nan_and_escapes_what_is_not_printable(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.print_json({"a": float("nan"), "b": [float("inf"), 1.5], "c": "\x1b\udcff é"})
    text = capsys.readouterr().out
    assert json.loads(text) == {"a": None, "b": [None, 1.5], "c": "\x1b\udcff é"}
    assert text.strip().isprintable()
    assert text.isascii()


def test_control_characters_of_a_machine_never_reach_the_terminal(turingrad: Turingrad, tmp_path: Path) -> None:
    text = json.dumps(formats.to_object(library.load("busy-beaver-2"))).replace('"A"', '"A\\u001b[31m\\u0007"')
    machine = {**json.loads(text), "name": "n\x1b]0;t\x07", "doc": "\x1b[2J"}
    (tmp_path / "m.json").write_text(json.dumps(machine))
    outcome = turingrad("run", tmp_path / "m.json", "--max-steps", 2, "--verbose")
    assert outcome.code == 0
    assert "n\\x1b]0;t\\x07" in outcome.out
    assert not set("\x1b\x07") & set(outcome.out + outcome.err)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.slow
def test_terminals_without_unicode_are_served(encoding: str) -> None:
    result = shell("learn", "last-label", "--dim", "3", "--with", "emulation", env={"PYTHONIOENCODING": encoding})
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr
    found = shell("library", "--json", env={"PYTHONIOENCODING": encoding})
    assert json.loads(found.stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [sys.executable, "-c", PROGRAM, "library", "--json"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert result.returncode == 70
    assert result.stderr.strip().splitlines()[0] == "error: No space left on device"


def test_a_reader_that_goes_away_is_no_failure() -> None:
    reading = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "library"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert reading.stdout is not None
    reading.stdout.close()
    assert reading.wait(timeout=120) == 0
    assert reading.stderr is not None
    assert "Traceback" not in reading.stderr.read()


def test_vectors_from_an_endless_stream_are_refused(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch) -> None:
    from turingrad.machine.circuit import inputs

    monkeypatch.setattr(inputs, "MAX_VECTOR_BYTES", 1 << 16)
    outcome = turingrad("run", "adder-2", "--vectors", "/dev/zero")
    assert (outcome.code, "larger than" in outcome.err) == (2, True)


def test_ctrl_c_leaves_a_true_partial_result() -> None:
    """SGD in torch on many samples, interrupted while it runs: exit 130, and figures of the steps that were taken."""
    arguments = ["learn", "parity", "--with", "emulation", "--executor", "torch", "--dim", "12", "--train", "4000"]
    going = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments, "--test", "5", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # a shell that started the tests in the background made them, and so their children, deaf to Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    time.sleep(8)
    going.send_signal(signal.SIGINT)
    out, err = going.communicate(timeout=240)
    assert going.returncode == 130, err
    assert "Traceback" not in err
    found = json.loads(out)
    assert found["interrupted"] is True
    if "sgd_steps" in found:  # interrupted in the training, not while the net was built
        assert found["memory_equal"] is True
        assert found["agreement_with_reference"] in (None, 1.0)


def test_a_package_that_cannot_be_written_to_works_without_a_home() -> None:
    """numba finds no place for compiled kernels: they are compiled anew, with one warning."""
    code = (
        "import os, numba.core.caching as c\n"
        "c.CacheImpl._locator_classes = []\n"
        "import turingrad as tg\n"
        "print(tg.run(tg.read('busy-beaver-2')).steps)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.strip() == "6", result.stderr
    assert result.stderr.count("RuntimeWarning") == 1
