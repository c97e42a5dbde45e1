"""What the Tab key offers for the values of arguments and options. Files are the shell's to complete."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import typer

from turingrad import library, tasks
from turingrad.constructions.registry import REFERENCE, construction_names, find_construction, learning_names
from turingrad.constructions.registry import recipe_names as all_recipes


def matches(names: Any, incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def machine_names(incomplete: str) -> list[str]:
    """The library's names; none if there is no match, and the shell offers files."""
    return matches(library.names(), incomplete)


def learner_names(incomplete: str) -> list[str]:
    return matches(library.learner_names(), incomplete)


def recipe_names(incomplete: str) -> list[str]:
    """The reference interpreters and the constructions."""
    return matches(all_recipes(), incomplete)


def compiling_names(incomplete: str) -> list[str]:
    return matches(construction_names(), incomplete)


def names_that_learn(incomplete: str) -> list[str]:
    return matches(learning_names(), incomplete)


def task_names(incomplete: str) -> list[str]:
    return matches((name for name in tasks.names() if not name.endswith(("-K", "-R"))), incomplete)


def chosen_recipe(ctx: typer.Context) -> Any:
    """The construction that the words before the cursor name; the reference interpreters if none is named."""
    named = (ctx.params.get(name) for name in ("on", "with_", "to", "construction"))
    name = next((name for name in named if name in all_recipes()), REFERENCE)
    return find_construction(str(name))


def executor_names(ctx: typer.Context, incomplete: str) -> list[str]:
    return matches((each.name for each in chosen_recipe(ctx).executors), incomplete)


def option_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """`name=` for each option of the construction."""
    return matches((f"{each.name}=" for each in fields(chosen_recipe(ctx).Options)), incomplete)
