"""The fuzzer writes every construct that the front end follows: whoever adds one adds it to the generator, too."""

from __future__ import annotations

import ast
from collections import Counter

import pytest

from tests.generators_python import prelude, random_learner, random_program
from tests.python import fuzz
from turingrad.python import arithmetic
from turingrad.python.expressions import OPERATORS
from turingrad.python.logic import Graph
from turingrad.python.methods import KNOWN
from turingrad.python.statements import Statements


def nodes() -> list[ast.AST]:
    """The nodes of a sample of programs and learners, and of the functions that they call."""
    texts = [random_program(seed)[0] for seed in range(400)] + [random_learner(seed) for seed in range(100)]
    return [node for text in texts for node in ast.walk(ast.parse(text))]


def test_every_construct_builtin_operator_and_method_is_written() -> None:
    seen = nodes()
    kinds = Counter(type(node).__name__ for node in seen)
    followed = [
        name
        for name in vars(ast)
        if name[0].isupper()
        and isinstance(getattr(ast, name), type)
        and issubclass(getattr(ast, name), ast.stmt | ast.expr)
        and (hasattr(Statements, f"_{name.lower()}") or hasattr(Statements, f"_do_{name.lower()}"))
    ]
    assert len(followed) > 25
    assert [name for name in followed if not kinds[name]] == []
    assert [kind.__name__ for kind in OPERATORS if not kinds[kind.__name__]] == ["MatMult"]  # which is refused
    compared = [kind.__name__ for kind in ast.cmpop.__subclasses__()]
    assert [name for name in compared if not kinds[name]] == []
    names = {node.id for node in seen if isinstance(node, ast.Name)}
    called = {getattr(function, "__name__", "") for function in Statements(Graph()).builtins} - {"clamp"}
    assert called - names == set()
    attributes = {node.attr for node in seen if isinstance(node, ast.Attribute)}
    assert {*KNOWN.split(), "clamp", "bit_length", "bit_count"} - attributes == set()


@pytest.mark.slow
def test_a_program_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "absolute", lambda _words, a: a)
    assert any("gives" in outcome for outcome in fuzz.outcomes("program", 0, 40))


def test_the_prelude_is_plain_python() -> None:
    names = prelude()
    assert names["total"](5, 1, 2) == 2
    assert names["clamp"](20) == 9
