"""CONTRIBUTING's steps are asked for: a construction or a kind of machine without one of its parts is named here."""

from __future__ import annotations

from pathlib import Path

import pytest

import turingrad
from turingrad.constructions import construction_names
from turingrad.machine.kinds import kinds

PACKAGE = Path(turingrad.__file__).parent
PROJECT = Path(__file__).parent.parent
TOYS = Path(__file__).parent / "toys"


def is_there(place: Path) -> bool:
    """A module, or a package."""
    return place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def says(file: str, text: str) -> bool:
    return text in (PROJECT / file).read_text(encoding="utf-8")


def missing_of_construction(name: str, home: Path = PACKAGE / "constructions") -> list[str]:
    """What CONTRIBUTING asks of a construction and this one does not have."""
    folder = name.replace("-", "_")
    room, tests = home / folder, PROJECT / "tests" / "constructions" / folder
    parts = {
        "construction.py": is_there(room / "construction"),
        "claims.py": is_there(room / "claims"),
        "bench.py": is_there(room / "bench"),
        "demo.py": is_there(room / "demo"),
        f"tests/constructions/{name}": any(tests.glob("test_*.py")),
        "a weight to break in tests/check/test_checking.py": says("tests/check/test_checking.py", f'"{name}": ('),
        f"docs/{name}.md": (PROJECT / "docs" / f"{name}.md").is_file(),
        "a link in docs/index.md": says("docs/index.md", f"\n{name}\n"),
        "a row in docs/constructions.md": says("docs/constructions.md", f"| `{name}` |"),
    }
    return [part for part, there in parts.items() if not there]


def missing_of_kind(name: str, home: Path = PACKAGE / "machine") -> list[str]:
    """What CONTRIBUTING asks of a kind of machine and this one does not have."""
    folder = home / name
    parts = {
        "kind.py": is_there(folder / "kind"),
        "schema.json": (folder / "schema.json").is_file(),
        f"tests/machine/{name}": any((PROJECT / "tests" / "machine" / name).glob("test_*.py")),
        "a word in docs/machines.md": says("docs/machines.md", name),
        "a word in docs/formats.md": says("docs/formats.md", name),
        "a word in docs/contracts.md": says("docs/contracts.md", f"`machine/{name}/`"),
    }
    return [part for part, there in parts.items() if not there]


@pytest.mark.parametrize("name", construction_names())
def test_a_construction_has_all_that_contributing_asks_for(name: str) -> None:
    assert not missing_of_construction(name)


@pytest.mark.parametrize("name", list(kinds()))
def test_a_kind_of_machine_has_all_that_contributing_asks_for(name: str) -> None:
    assert not missing_of_kind(name)


def test_what_a_toy_construction_lacks_is_named() -> None:
    assert missing_of_construction("tally", TOYS / "constructions") == [
        "claims.py",
        "bench.py",
        "demo.py",
        "tests/constructions/tally",
        "a weight to break in tests/check/test_checking.py",
        "docs/tally.md",
        "a link in docs/index.md",
        "a row in docs/constructions.md",
    ]


def test_what_a_toy_kind_lacks_is_named() -> None:
    found = missing_of_kind("counter", TOYS / "machine")
    assert found[0] == "tests/machine/counter"
    assert "kind.py" not in found
    assert "a word in docs/contracts.md" in found
