"""The commands that the documentation shows work when they are copied."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
import typer

from tests.command_line import Turingrad
from turingrad.cli.app import build, main

ROOT = Path(__file__).parent.parent
SHOWN = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^turingrad .*?(?=\s+#|$)", SHOWN, re.MULTILINE)
SHORTER = {
    "run busy-beaver-5": "",
    "search": "--budget 2000",
    "census": "--states 1",
    "margin palindrome": "--budget 5",
    "margin learn": "--samples 8",
    "claims": "--claim 'Lemma C.1'",
    "limits separation": "--bits 3 --steps 6 --draws 1",
    "limits parity-images": "--train 50 --test 20 --epochs 1 --grid 3 --beside 3",
    "bench": "emulation",
}
"""What makes a command of minutes shorter; its own words come first, as the page has them."""


@pytest.fixture
def examples_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a reader has it: the examples that are shipped, and nothing else."""
    monkeypatch.chdir(tmp_path)
    assert main(["examples", "-o", "examples"]) == 0
    monkeypatch.setattr("webbrowser.open", lambda _address: True)
    return tmp_path


def test_the_page_has_commands() -> None:
    assert len(COMMANDS) > 15


@pytest.mark.usefixtures("examples_folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_names_what_is_there(command: str) -> None:
    """Its options exist and take these values, and its files are shipped."""
    _, name, *arguments = shlex.split(command)
    require_known(name, arguments)
    for argument in arguments:
        if argument.startswith("examples/"):
            assert Path(argument.partition(":")[0]).is_file()


def require_known(name: str, arguments: list[str]) -> None:
    """Raises if an option is unknown or a value is refused; of a group, its command is asked."""
    context = typer.main.get_command(build([name, *arguments])).commands[name].make_context(name, list(arguments))  # type: ignore[attr-defined]
    if hasattr(context.command, "resolve_command"):
        inner, command, rest = context.command.resolve_command(context, [*context._protected_args, *context.args])
        command.make_context(inner, rest)


SHELL = re.compile(r"^```bash\n(.*?)^```", re.MULTILINE | re.DOTALL)


def page_commands(page: Path) -> list[str]:
    """The commands in a page's shell blocks, one by one."""
    lines = "\n".join(SHELL.findall(page.read_text(encoding="utf-8"))).splitlines()
    parts = [part.strip() for line in lines for part in re.split(r"\s#|&&|\|", line)]
    return [part for part in parts if part.startswith("turingrad ")]


PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if page_commands(page)]


@pytest.mark.usefixtures("examples_folder")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_name_what_a_wheel_has(page: Path) -> None:
    """Their options exist; a file that they name is an example, or the reader's own, never one of the checkout."""
    for command in page_commands(page):
        _, name, *arguments = shlex.split(command)
        require_known(name, arguments)
        files = [argument.partition(":")[0] for argument in arguments if "/" in argument]
        assert not [file for file in files if (ROOT / file).exists() and not Path(file).exists()], command


@pytest.mark.slow
@pytest.mark.usefixtures("examples_folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_runs(command: str, turingrad: Turingrad) -> None:
    if "llama.cpp" in command:
        pytest.importorskip("xllamacpp")
    words = command.removeprefix("turingrad ")
    if words.startswith("examples "):
        shutil.rmtree("examples")  # the fixture's
    if "my.py:" in words:  # the reader's own file
        Path("my.py").write_text(
            "def gcd(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n", encoding="utf-8"
        )
    more = next((more for start, more in SHORTER.items() if words.startswith(start)), "")
    outcome = turingrad(*shlex.split(f"{words} {more}"))
    assert outcome.code == 0, outcome.err
    assert outcome.out
    if words == "run busy-beaver-5":
        assert "47,176,870 steps" in outcome.out
