"""The application: finds the commands, and turns every error of the user's into one line and exit code 2."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from turingrad import __version__
from turingrad.cli.render.terminal import errors
from turingrad.errors import TuringradError

# The base class of all usage errors; typer exports only its descendants.
USAGE_ERROR: type[Any] = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
BAD_INPUT = 2


def build() -> typer.Typer:
    """The application with every command of `cli/commands`, in the order of a user's day."""
    app = typer.Typer(
        name="turingrad",
        help="Compile algorithms into neural networks that run them exactly.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(common)
    package = importlib.import_module("turingrad.cli.commands")
    names = {found.name for found in pkgutil.iter_modules(package.__path__)}
    order = ("demo", "run", "view", "check", "learn", "search", "margin", "limits", "compile", "convert", "library")
    for name in sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name)):
        importlib.import_module(f"turingrad.cli.commands.{name}").register(app)
    return app


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
    """Run the command line; returns the exit code: 0, 1 for a failed check, 2 for bad input."""
    try:
        result = build()(args=arguments, prog_name="turingrad", standalone_mode=False)
    except TuringradError as error:
        errors.print(f"error: {error}", markup=False, highlight=False, soft_wrap=True)
        return BAD_INPUT
    except USAGE_ERROR as error:
        message = error.format_message()
        errors.print(f"error: {message} (see --help)", markup=False, highlight=False, soft_wrap=True)
        return BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        errors.print("interrupted")
        return 130
    except BrokenPipeError:  # the reader of our output, such as `head`, has gone
        sys.stderr.close()
        return 0
    return result if isinstance(result, int) else 0
