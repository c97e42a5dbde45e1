"""Tasks by name: `dictator`, `parity-3`, `majority-5`."""

from __future__ import annotations

import re
from collections.abc import Callable

from turingrad._support.text import name_alternatives
from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.tasks import problems
from turingrad.tasks.task import Task

PLAIN: dict[str, Callable[[], Task]] = {
    "parity": problems.Parity,
    "dictator": problems.Dictator,
    "prototype": problems.Prototype,
    "noisy-constant": problems.NoisyConstant,
    # The namesakes of learners whose task has a size; the sizes are those of the search's experiments.
    "conjunction": lambda: problems.ConjunctionOf(2),
    "majority": lambda: problems.MajorityOf(3),
}
SIZED: dict[str, tuple[str, Callable[[int], Task]]] = {
    "parity": ("K", problems.ParityOf),
    "conjunction": ("K", problems.ConjunctionOf),
    "majority": ("R", problems.MajorityOf),
}
MAX_SIZE_DIGITS = 6


def names() -> tuple[str, ...]:
    """List the names that `get` takes, with a letter for a size: `parity`, `parity-K`, ...

    Returns:
        The names, with a capital letter where a number goes.

    Example:
        >>> "parity-K" in tg.tasks.names()
        True
    """
    sized = tuple(f"{family}-{letter}" for family, (letter, _) in SIZED.items())
    return tuple(sorted(tuple(PLAIN) + sized))


@validate_arguments
def get(name: str) -> Task:
    """Return the task of that name.

    Args:
        name: Such as `parity`, `majority-3` or `dictator`.

    Returns:
        The task.

    Raises:
        InputError: There is no such task.

    Example:
        >>> tg.tasks.get("parity-2").name
        'parity-2'
    """
    if name in PLAIN:
        return PLAIN[name]()
    family, dash, size = name.rpartition("-")
    if dash and family in SIZED:
        letter, build = SIZED[family]
        if not re.fullmatch(rf"[0-9]{{1,{MAX_SIZE_DIGITS}}}", size) or int(size) < 1:
            raise InputError(
                f"task {name!r}: {letter} in {family}-{letter} must be a whole number of at least 1, not {size!r}"
            )
        return build(int(size))
    raise InputError(f"there is no task {name!r}{name_alternatives(name, names())}")
