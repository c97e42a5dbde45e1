"""New names for states and symbols that must differ from those that are there."""

from __future__ import annotations

from collections.abc import Container, Iterable


def fresh(name: str, taken: Container[str]) -> str:
    """The name, with as many primes as it takes to differ from those that are taken."""
    while name in taken:
        name += "'"
    return name


def fresh_together(names: Iterable[str], taken: Container[str]) -> dict[str, str]:
    """Each name, all with equally many primes."""
    wanted, primes = list(names), ""
    while any(name + primes in taken for name in wanted):
        primes += "'"
    return {name: name + primes for name in wanted}
