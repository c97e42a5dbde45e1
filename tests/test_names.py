"""Names of functions and classes say what they do or return: no private vocabulary, no bare participles."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import turingrad

ROOT = Path(turingrad.__file__).parent
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
PRIVATE = re.compile(r"rooms?|doors?|ways?|roads?|moment|begun|told|borne|meant|lesson")
IRREGULAR = re.compile(
    r"begun|borne|brought|built|chosen|dealt|done|drawn|driven|fed|found|given|gone|grown|held|kept|known|laid|left|lost"
    r"|made|meant|met|paid|said|seen|sent|shown|spent|stood|struck|stuck|swept|taken|told|understood|undone|won|written"
)
VERBS_AND_NOUNS = re.compile(r"embed|feed|need|seed|speed|string|bring")
PREPOSITION = re.compile(r"again|at|behind|by|for|from|in|of|on|out|over|to|where|with")
NOUNS = re.compile(
    r"crossing|doubling|embedding|encoding|ending|meaning|rounding|scaling|sorting|spacing|two_colouring"
    r"|(grid_|tape_)?unrolling|(noisy_)?learning"
)
ALLOWED = {  # name: why it stays
    "make_room": "space, not a place",
    "_make_room": "space, not a place",
    "has_room": "space, not a place",
    "require_room": "space, not a place",
    "room": "space that a search sets aside",
    "done": "the method by which a user's learner says that it is done: a boolean",
    "halted": "a boolean as a literal of a circuit",
    "connected": "a boolean as a bit",
    "guarded": "a lowering is named by the machine that it returns",
    "tripled": "a lowering is named by the machine that it returns",
    "layered": "a circuit in layers: the adjective of what is returned",
    "hooked": "a TransformerLens HookedTransformer",
    "tabled": "a module whose machine is a table",
    "encoding_for": "the noun",
    "encoding_of": "the noun",
    "rounding_of": "the noun",
    "scaling_of": "the noun",
}


def is_participle(word: str) -> bool:
    regular = (word.endswith("ed") and len(word) > 3) or (word.endswith("ing") and len(word) > 4)
    return (regular or IRREGULAR.fullmatch(word) is not None) and not VERBS_AND_NOUNS.fullmatch(word)


def is_data(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Booleans and properties: there a participle is an adjective."""
    returns = ast.unparse(node.returns) if node.returns else ""
    return returns.startswith("bool") or any("property" in ast.unparse(each) for each in node.decorator_list)


def complaint(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str | None:
    """What is wrong with a name, or None."""
    if node.name in ALLOWED:
        return None
    parts = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name.strip("_")).lower().split("_")
    private = [part for part in parts if PRIVATE.fullmatch(part)]
    if private:
        return f"{node.name} has the private word {private[0]}"
    if isinstance(node, ast.ClassDef) or is_data(node) or NOUNS.fullmatch(node.name) or not is_participle(parts[0]):
        return None
    if len(parts) == 1:
        return f"{node.name} is a participle: say what it does or returns"
    if PREPOSITION.fullmatch(parts[1]):
        return f"{node.name} is a participle with a preposition: say what it does or returns"
    return None


def definitions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    stack: list[ast.stmt] = list(tree.body)
    while stack:
        node = stack.pop()
        if isinstance(node, FUNCTIONS | ast.ClassDef):
            yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            stack += getattr(node, part, ())


def test_functions_and_classes_are_named_by_what_they_do() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {found}"
        for path in sorted(ROOT.rglob("*.py"))
        for node in definitions(ast.parse(path.read_text(encoding="utf-8")))
        if (found := complaint(node)) is not None
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_has_a_private_name() -> None:
    parts = {(path, part) for path in ROOT.rglob("*.py") for part in path.stem.split("_")}
    assert not [path for path, part in parts if PRIVATE.fullmatch(part)]


@pytest.mark.parametrize(
    ("source", "wrong"),
    [
        ("def shown(value) -> str: ...", True),
        ("def made_of(network) -> str: ...", True),
        ("def room_of(network) -> str: ...", True),
        ("class Lesson: ...", True),
        ("def halted_early(run) -> int: ...", False),
        ("def settled(grid) -> bool: ...", False),
        ("@property\ndef written(self) -> int: ...", False),
        ("def require_known(token) -> None: ...", False),
        ("def embed(circuit) -> list[int]: ...", False),
    ],
)
def test_what_counts_as_a_bad_name(source: str, wrong: bool) -> None:
    (node,) = definitions(ast.parse(source))
    assert (complaint(node) is not None) is wrong
