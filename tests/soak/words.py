"""Random command lines: commands that end soon, with the options that they declare, and values that fit and do not."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from typer.main import get_command

from turingrad import tasks
from turingrad.cli.app import build
from turingrad.constructions import recipe_names

SUBJECTS = ("busy-beaver-2", "busy-beaver-3", "adder-2", "parity", "last-label")
HOSTILE = (
    "nothing",
    "",
    "../x",
    "no\x00pe",
    "é",
    "-1",
    "nan",
    "1e999",
    "99999999999999999999",
    "x.py:y",
    "=",
    "steps=5",
)
TOO_LONG = ("conform", "demo", "zoo", "truth")  # minutes each
OUTSIDE = ("--address", "--engine", "--help", "--live", "--resume")  # they wait for other programs, or keep files
SMALL = {
    "bench": ("nothing", "--quiet"),
    "census": ("--states", "1", "--dim", "2", "--train", "2", "--workers", "1", "--quiet"),
    "check": ("--samples", "1", "--max-steps", "4", "--quiet"),
    "claims": ("--claim", "nothing", "--quiet"),
    "learn": ("--dim", "2", "--train", "3", "--test", "2", "--quiet"),
    "limits arithmetic": ("--base", "2", "--train", "4", "--test", "2", "--epochs", "1", "--quiet"),
    "limits connectivity": ("--cycle", "8", "--quiet"),
    "limits initialisation": ("--bits", "2", "--width", "2", "--steps", "1", "--quiet"),
    "limits metaalgorithm": ("--bits", "2", "--draws", "1", "--gates", "1", "--quiet"),
    "limits monomials": ("--bits", "2", "--width", "2", "--steps", "1", "--quiet"),
    "limits noise": ("--bits", "2", "--steps", "1", "--draws", "1", "--quiet"),
    "limits parity-images": ("--grid", "2", "--beside", "0", "--train", "4", "--test", "2", "--epochs", "1", "--quiet"),
    "limits separation": ("--bits", "2", "--steps", "1", "--draws", "1", "--quiet"),
    "margin chain": ("--depths", "1", "--budget", "2", "--quiet"),
    "margin contrast": ("--input", "a", "--budget", "2", "--quiet"),
    "margin descent": ("--steps", "2", "--quiet"),
    "margin learn": ("adder-1", "--samples", "2", "--quiet"),
    "margin network": ("--steps", "2", "--budget", "2", "--quiet"),
    "search": ("--budget", "20", "--instances", "5", "--dim", "2", "--train", "2", "--no-network", "--workers", "1"),
    "view": ("--to", "3", "--max-steps", "5", "--quiet"),
}
"""What keeps a command short; it comes first, so that the options after it may change it."""


@cache
def commands() -> dict[str, Any]:
    """The commands of the command line that end soon, by name."""
    every: dict[str, Any] = get_command(build()).commands  # type: ignore[attr-defined]
    inner = {f"{group} {name}": each for group in every for name, each in getattr(every[group], "commands", {}).items()}
    single = {name: each for name, each in every.items() if not hasattr(each, "commands")}
    return {name: each for name, each in (single | inner).items() if name.split()[0] not in TOO_LONG}


@cache
def fitting_words() -> tuple[str, ...]:
    """Words that some option takes: constructions, number formats, tasks, executors."""
    return ("101", *recipe_names(), "float16", "float32", "int8", *tasks.names(), "compiled", "python", "dense")


def type_of(parameter: Any) -> Any:
    return parameter.type_descriptor.annotation


def draw_value(rng: Random, option: Any, folder: str, tame: bool) -> str:
    """A value for an option: of its type if `tame`, else any."""
    if not tame and rng.random() < 0.5:
        return rng.choice(HOSTILE)
    if type_of(option) in (int, float):
        least = option.type_descriptor.parameter_info.min or 0
        return str(max(rng.choice((0, 1, 2, 3)), least) if tame else rng.choice((-1, 0, 1, 2, 5, 65)))
    return f"{folder}/{rng.getrandbits(40)}" if type_of(option) is Path else rng.choice(fitting_words())


def command_line(rng: Random, folder: str) -> list[str]:
    """A command, perhaps a subject, and up to four of its options in any order; files go to `folder`. Every other line
    takes subjects that exist and values of the right type."""
    name = rng.choice(sorted(commands()))
    words, tame = [*name.split(), *SMALL.get(name, ())], rng.random() < 0.5
    arguments = [each for each in commands()[name].params if each.param_type_name == "argument"]
    options = [each for each in commands()[name].params if each.param_type_name == "option"]
    for argument in arguments if name not in ("bench", "margin learn") else ():
        if type_of(argument) is Path:
            words.append(f"{folder}/{rng.getrandbits(40)}")
        elif tame or rng.random() < 0.9:
            words.append(rng.choice(SUBJECTS if tame else HOSTILE))
    output = next((each for each in options if "-o" in each.opts), None)
    if output is not None:
        words += ["-o", f"{folder}/{rng.getrandbits(40)}.html"]
    drawn = [each for each in options if each is not output and not set(each.opts) & set(OUTSIDE)]
    for option in rng.sample(drawn, k=rng.randint(0, min(4, len(drawn)))):
        words.append(rng.choice(option.opts))
        if type_of(option) is not bool and rng.random() < 0.95:
            words.append(draw_value(rng, option, folder, tame))
    return words
