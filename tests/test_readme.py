"""The commands of the README work when they are copied."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
import typer

from tests.command_line import Turingrad
from turingrad.cli.app import build

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^turingrad .*?(?=\s+#|$)", README, re.MULTILINE)
MINUTES = ("bench", "conform", "limits", "claims", "margin", "export", "search", "census")
QUICK = [command for command in COMMANDS if command.split()[1] not in MINUTES and "busy-beaver-5" not in command]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a reader has it: the examples that are shipped, and nothing else."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", lambda _address: True)
    return tmp_path


def test_the_readme_has_commands() -> None:
    assert len(COMMANDS) > 15
    assert len(QUICK) > 7


@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_names_what_is_there(command: str) -> None:
    """Its options exist and take these values, and its files are shipped."""
    _, name, *arguments = shlex.split(command)
    known = typer.main.get_command(build([name])).commands[name]  # type: ignore[attr-defined]
    known.make_context(name, arguments)  # raises where an option is unknown or a value is refused
    for argument in arguments:
        if argument.startswith("examples/"):
            assert Path(argument.partition(":")[0]).is_file()


@pytest.mark.slow
@pytest.mark.usefixtures("copied")
@pytest.mark.parametrize("command", QUICK)
def test_a_command_runs(command: str, turingrad: Turingrad) -> None:
    outcome = turingrad(*shlex.split(command)[1:])
    assert outcome.code == 0, outcome.err
    assert outcome.out
