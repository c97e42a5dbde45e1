"""The application: finds the commands, and turns every error of the user's into one line and exit code 2."""

from __future__ import annotations

import ast
import importlib
import io
import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from turingrad import __version__
from turingrad.cli.coercion import DEFAULTS, Command, Group
from turingrad.cli.hints import hint
from turingrad.cli.render.terminal import INTERRUPTED, ReportedInterruptError, errors, print_json
from turingrad.errors import TuringradError

# The base class of all usage errors; typer exports only its descendants.
USAGE_ERROR: type[Any] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
BAD_INPUT, UNEXPECTED = 2, 70
LONGEST_LINE = 600
TRACEBACK = "TURINGRAD_TRACEBACK"
OUT_OF_MEMORY = ("failed to map segment", "cannot allocate memory", "Cannot allocate memory", "not enough memory")
REQUEST = "_TURINGRAD_COMPLETE"  # set by the shell's completion script
TYPED = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")  # of bash; of zsh, fish and PowerShell


def build(arguments: Sequence[str] | None = None) -> typer.Typer:
    """The application with every command, in the order of a user's day: `commands/NAME.py` has `NAME_command`, or it is
    a group: all its functions called so are commands, and its docstring is the group's help.

    Given the arguments, only the command that they name is loaded: the others are there with their help alone, so that
    `--help` loads neither torch nor numba.
    """
    app = typer.Typer(
        name="turingrad",
        cls=Group,
        help="Compile algorithms into neural networks that run them exactly.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common)
    folder = Path(__file__).parent / "commands"
    paths = {path.stem.replace("_", "-"): path for path in folder.glob("[!_]*.py")}
    alone = arguments is not None and arguments[:1] and arguments[0] in paths  # nobody asks for the list of commands
    for name, path in paths.items():
        if arguments is not None and name not in arguments:
            app.command(name, help="" if alone else summary(path))(placeholder)
        elif f"def {path.stem}_command(" in path.read_text(encoding="utf-8"):
            app.command(name, cls=Command)(getattr(load(path), f"{path.stem}_command"))
        else:
            words = ["all"] if arguments is None else arguments[list(arguments).index(name) + 1 :]
            app.add_typer(command_group(path, words), name=name)
    return app


def load(path: Path) -> ModuleType:
    return importlib.import_module(f"turingrad.cli.commands.{path.stem}")


def command_group(path: Path, words: Sequence[str]) -> typer.Typer:
    """A group, which knows its default, and which words are its commands; asked for no more than help, it is not
    loaded."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.endswith("_command")]
    named = {node.name.removesuffix("_command").replace("_", "-"): node for node in functions}
    kind = type("OwnGroup", (Group,), {"default": DEFAULTS.get(path.stem), "known": (*named, "-h", "--help")})
    group = typer.Typer(cls=kind, help=ast.get_docstring(tree), no_args_is_help=True)
    module = None if {"-h", "--help"}.issuperset(words) else load(path)
    for name, node in named.items():
        if module is None:
            group.command(name, help=ast.get_docstring(node))(placeholder)
        else:
            group.command(name, cls=Command)(getattr(module, node.name))
    return group


def summary(path: Path) -> str:
    """The docstring of a command, or of a group of them, read from its source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == f"{path.stem}_command")
    return ast.get_docstring(next(own, tree)) or ""


def placeholder() -> None:
    """Stands for a command that the arguments do not name."""
    raise AssertionError("a command was called that the arguments do not name")


def show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"turingrad {__version__}")
        raise typer.Exit()


def common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Networks whose algorithm is known exactly."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0, 1 for a failed check, 2 for bad input, 130 for Ctrl-C, 70 for
    what should not have happened (a full disk, or a bug)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter shows its number
    given = sys.argv[1:] if arguments is None else arguments
    if sys.stdout is None:
        return print_error("standard output is closed: there is nowhere to print to", UNEXPECTED)
    try:
        result = build(typed_words() or given)(args=arguments, prog_name="turingrad", standalone_mode=False)
        if result == INTERRUPTED:  # typer's word on Ctrl-C, where no command has reported it
            raise KeyboardInterrupt
        sys.stdout.flush()
    except ReportedInterruptError:
        return INTERRUPTED
    except TuringradError as error:
        return print_error(str(error) + hint(error, given), BAD_INPUT, error.lines_shown)
    except USAGE_ERROR as error:
        message = error.format_message()  # none if the help was printed, because no command was named
        return print_error(f"{message.rstrip('.')} (see --help)", BAD_INPUT) if message else BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        if "--json" in given:
            print_json({"interrupted": True})
        errors.print("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return exit_broken_pipe()
    except SystemExit as stop:  # typer's own word on a broken pipe, behind a wrapper of standard output
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":
            return exit_broken_pipe()
        return stop.code if isinstance(stop.code, int) else 0
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return print_error(describe_failure(error), UNEXPECTED)
    return result if isinstance(result, int) else 0


def typed_words() -> list[str]:
    """The words of the command line that the shell wants completed; none if this is no such request."""
    if REQUEST not in os.environ:
        return []
    text = next((os.environ[name] for name in TYPED if os.environ.get(name)), "")
    try:
        return shlex.split(text)[1:]
    except ValueError:  # a quotation mark that is not closed yet
        return text.split()[1:]


def exit_broken_pipe() -> int:
    """The reader of our output, such as `head`, has gone: that is no failure, and nothing is left to flush at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def print_error(message: str, code: int, most: int = 3) -> int:
    """One line on standard error (a format error's source line and caret below it), never longer than a screen."""
    lines = [line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 3]}..." for line in message.split("\n")]
    with suppress(OSError, ValueError):  # standard error may be closed or full
        errors.print("error: " + "\n".join(lines[:most]), markup=False, highlight=False, soft_wrap=True)
    return code


def describe_failure(error: Exception) -> str:
    """A full disk, a folder that cannot be written to, or a bug, in one line."""
    said = " ".join(str(error).split())
    if isinstance(error, OSError):
        place = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror or said or type(error).__name__}{place}"
    if isinstance(error, MemoryError) or any(words in said for words in OUT_OF_MEMORY):
        return "there is not enough memory"
    return f"unexpected {type(error).__name__}: {said} (a bug; {TRACEBACK}=1 shows where)"
