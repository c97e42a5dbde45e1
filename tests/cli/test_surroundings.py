"""What surrounds a command: a closed input, names that no file has, a folder or package that cannot be written to, a
user's own code that fails, Ctrl-C while the package is loaded."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import turingrad as package
from tests.command_line import Turingrad
from turingrad import formats, library
from turingrad.cli.app import describe_failure

SOURCE = Path(package.__file__).parent
LONG = "x" * 100_000
TASKS = """
class Raises:
    name = "raises"
    def sample(self, rng, d, m):
        raise ZeroDivisionError("my own")
class Nothing:
    name = "nothing"
    def sample(self, rng, d, m):
        return None
class Three(Nothing):
    def sample(self, rng, d, m):
        return 1, 2, 3
class Words(Nothing):
    def sample(self, rng, d, m):
        return [["a"] * d] * m, ["b"] * m
"""


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Raises", "sample() raised ZeroDivisionError: my own"),
        ("Nothing", "not None"),
        ("Three", "not (1, 2, 3)"),
        ("Words", "two arrays"),
    ],
)
def test_a_task_of_the_user_s_that_fails_is_one_line(
    turingrad: Turingrad, tmp_path: Path, name: str, says: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(TASKS)
    outcome = turingrad(
        "search", "--task", f"{file}:{name}", "--budget", 10, "--workers", 1, "-o", tmp_path / "result.json", "--json"
    )  # fmt: skip
    assert (outcome.code, outcome.out) == (2, "")
    assert says in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


@pytest.mark.parametrize("input", ["[[['0']]]", "[[0]]", "{'a': 1}", "7", "[['x']]"])
def test_a_program_s_input_is_pointed_at(turingrad: Turingrad, tmp_path: Path, input: str) -> None:
    file = tmp_path / "program.tg"
    file.write_text(f'machine tape(tapes=1, symbols="01", blank="0", input={input})\nright()\n')
    outcome = turingrad("run", file)
    assert outcome.code == 2
    assert "the input is not a string of the machine's symbols" in outcome.err
    assert "^" in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", LONG),
        ("run", "busy-beaver-2", "--on", LONG),
        ("run", "busy-beaver-2", "--trace", LONG),
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (
                ("run", "busy-beaver-2", "--input", LONG),
                ("compile", "busy-beaver-2", "-o", LONG),
                ("check", LONG),
                ("library", LONG),
                ("learn", LONG),
                ("search", "--task", LONG),
                ("search", "--task", f"{LONG}.py:x"),
                ("convert", LONG, "out.json"),
                (LONG,),
            )
        ),
    ],
    ids=lambda arguments: " ".join(each[:12] for each in arguments),
)
def test_names_of_100_000_characters_are_refused_in_a_line(turingrad: Turingrad, arguments: tuple[str, ...]) -> None:
    outcome = turingrad(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert len(outcome.err.strip().splitlines()) == 1
    assert len(outcome.err) < 1_000


def test_a_closed_standard_input_is_one_line(turingrad: Turingrad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # what Python makes of a descriptor 0 that is closed
    outcome = turingrad("run", "-")
    assert outcome.code == 2
    assert outcome.err == "error: standard input is closed; give the machine as a file, or by its name\n"


INTERRUPTED_AT = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
import turingrad_command
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupts())
sys.argv = ["turingrad", "run", "busy-beaver-4", "--on", "transformer", "--json"]
sys.exit(turingrad_command.main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "turingrad",
        "numba.core",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("typer", "torch", "torch.nn")),
    ],
)
def test_ctrl_c_while_loading_is_one_line(module: str) -> None:
    code = INTERRUPTED_AT.format(module=module)
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 130, result.stderr
    assert result.stderr.strip() == "interrupted"
    assert json.loads(result.stdout) == {"interrupted": True}


def bound(command: list[str]) -> list[str]:
    """The command without root's right to write where permissions forbid it."""
    if os.geteuid() != 0:
        return command
    rights = "-dac_override,-dac_read_search"
    return ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}", *command]


needs_permissions = pytest.mark.skipif(
    os.name != "posix" or (os.geteuid() == 0 and shutil.which("setpriv") is None), reason="nothing is forbidden to root"
)


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder that cannot be written to."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


@needs_permissions
@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("demo", "reference"),
        ("compile", "busy-beaver-2", "--to", "rcnn", "-o", "net"),
        ("run", "busy-beaver-2", "--trace", "t"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_folder_that_cannot_be_written_to_is_one_line(read_only: Path, arguments: tuple[str, ...]) -> None:
    """`make run` is `turingrad demo`, which ends with a report in the folder where it is."""
    command = bound([sys.executable, "-m", "turingrad_command", *arguments])
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    result = subprocess.run(command, capture_output=True, text=True, cwd=read_only, env=environment)
    assert result.returncode == 2, result.stderr
    assert result.stderr.startswith("error: cannot write ")
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_report_that_cannot_be_written_at_the_end_of_the_tour_is_one_line(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from turingrad.cli.commands import demo

    monkeypatch.setattr(demo, "require_writable", lambda _path: None)  # the folder goes away while the tour runs
    outcome = turingrad("demo", "reference", "--report", tmp_path / "gone" / "report.html")
    assert outcome.code == 2
    assert outcome.err.strip().splitlines()[-1].startswith("error: cannot write ")
    assert "Every number above was computed in this run" in outcome.out


@needs_permissions
@pytest.mark.slow
def test_a_read_only_package_without_a_home_runs_with_one_warning(read_only: Path, tmp_path: Path) -> None:
    """A copy of the package that cannot be written to, and no folder of the user's for compiled kernels."""
    place = tmp_path / "installed"
    shutil.copytree(SOURCE, place / "turingrad", ignore=shutil.ignore_patterns("__pycache__"))
    for folder, _, _ in os.walk(place):
        Path(folder).chmod(0o555)
    kept = {name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")}
    code = "import turingrad as tg; print(tg.__file__); print(tg.run('busy-beaver-2').steps)"
    result = subprocess.run(
        bound([sys.executable, "-B", "-c", code]),
        capture_output=True,
        text=True,
        cwd=read_only,
        env={**kept, "HOME": str(read_only), "PYTHONPATH": str(place)},
    )
    for folder, _, _ in os.walk(place):
        Path(folder).chmod(0o755)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == [str(place / "turingrad" / "__init__.py"), "6"]
    assert result.stderr.count("finds no folder to keep compiled kernels in") == 1


def in_a_shell(command: str, seconds: float = 100) -> subprocess.CompletedProcess[str]:
    python = f"{sys.executable} -c 'import sys; from turingrad.cli import main; sys.exit(main())'"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    return subprocess.run(
        ["bash", "-c", command.replace("turingrad", python, 1)],
        capture_output=True, text=True, timeout=seconds, env=environment, check=False,
    )  # fmt: skip


def test_a_closed_standard_output_is_one_line() -> None:
    outcome = in_a_shell("turingrad run busy-beaver-2 >&-")
    assert (outcome.returncode, outcome.stderr.count("\n")) == (70, 1), outcome.stderr
    assert "standard output is closed" in outcome.stderr


@pytest.mark.parametrize("error", [MemoryError(), ImportError("libtorch.so: failed to map segment from shared object")])
def test_too_little_memory_is_one_line(error: Exception) -> None:
    """What Python and the loader say; a C++ library that aborts by itself is beyond reach."""
    assert describe_failure(error) == "there is not enough memory"


def test_a_pipe_that_nobody_writes_to_is_one_line(
    turingrad: Turingrad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    monkeypatch.setattr("turingrad._support.files.open_input.__defaults__", (0.2,))
    outcome = turingrad("run", tmp_path / "pipe.json")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "nobody writes to this pipe" in outcome.err


def test_a_pipe_with_a_writer_is_read(tmp_path: Path) -> None:
    (tmp_path / "bb.json").write_text(json.dumps(formats.to_object(library.load("busy-beaver-2"))))
    outcome = in_a_shell(f"turingrad run <(cat {tmp_path / 'bb.json'}) --json")
    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)["steps"] == 6
