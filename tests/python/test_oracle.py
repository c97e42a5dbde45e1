"""The oracle notices a compiler that is wrong: it is broken in thirteen places, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import turingrad as tg
from turingrad.errors import InputError, MachineError
from turingrad.python import arithmetic, functions, learners
from turingrad.python.attributes import Attributes
from turingrad.python.calls import Calls
from turingrad.python.comprehensions import Comprehensions
from turingrad.python.function_oracle import verify_function
from turingrad.python.interpreter import Interpreter
from turingrad.python.logic import FALSE, TRUE
from turingrad.python.numbers import Num
from turingrad.python.oracle import outputs_of
from turingrad.python.sequences import Sequences
from turingrad.python.statements import Statements
from turingrad.python.store import Store
from turingrad.python.tables import Tables
from turingrad.python.words import Words


def ordered(p: int, q: int, xs: list[int]) -> Any:
    xs[p % 3] += q
    return sorted(xs, reverse=True), xs[q % 3], (p, q) < (q, p), abs(p) * q


def counted(p: int, q: int, xs: list[int]) -> Any:
    table = [*xs, q]
    if p > q:
        table[p % 4] += q
    table[p % 4] -= 1
    return table[p % 4], table


def chosen(p: int, q: int, xs: list[int]) -> Any:
    if p > q:
        xs[q % 3] = p
    return sum(v for v in xs if v > p), xs, xs == [p, q, 0], p // 3, p if q > 0 else q


class Pocket:
    """Keeps the best weights; two attributes are one list."""

    def __init__(self, features: int) -> None:
        self.w = [0] * features
        self.best = [0] * features
        self.same = self.w
        self.n = 0

    def predict(self, _x: tuple[int, ...]) -> int:
        return 1 if self.best[0] + self.same[0] > 0 else -1

    def update(self, x: tuple[int, ...], y: int) -> None:
        for j, v in enumerate(x):
            self.w[j] = tg.clamp(self.w[j] + y * v, -3, 3)
        if self.w[0] > self.n:
            self.n = self.w[0]
            self.best = list(self.w)


def compile_all() -> None:
    given = {"p": tg.Int(-8, 7), "q": tg.Int(-8, 7), "xs": [tg.Int(-4, 3)] * 3}
    tg.circuit(ordered, **given)
    tg.circuit(chosen, **given)
    tg.circuit(counted, **given)
    tg.learner(Pocket, 2)


def swapped(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, a, b: old(self, b, a)


def other_item(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, value, index: old(self, value, 2 if type(index) is not int else index)


def always(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, lines, items, value: old(self, [TRUE] * len(lines), items, value)


def never_toggled(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, lines, column: (old(self, lines, column)[0], FALSE)


def second(old: Callable[..., Any]) -> Callable[..., Any]:
    def either(self: Any, condition: int, a: Any, b: Any, of_list: bool = False) -> Any:
        return old(self, condition ^ 1 if type(a) is not type(b) or condition > 2000 else condition, a, b, of_list)

    return either


def without_reverse(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, items, key, _reverse: old(self, items, key, False)


def unguarded(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, function, guarded: old(self, function, [(TRUE, item) for _, item in guarded])


def subtracting(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, sign, a, b: old(self, {"+": "-"}.get(sign, sign), a, b)


def one_more(old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda words, a, b: arithmetic.require_width(functions_add(old(words, a, b), 1))


def functions_add(a: Any, b: int) -> Any:
    from turingrad.python.numbers import add

    return add((a, b))


def not_absolute(_old: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _words, a: a


def flipped(old: Callable[..., Any]) -> Callable[..., Any]:
    def leaf_bits(follower: Any, value: Any, leaf: Any) -> list[int]:
        found = old(follower, value, leaf)
        return [*found[:-1], found[-1] ^ 1] if found else found

    return leaf_bits


PLANTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "less": (Words, "less", swapped),
    "an item by an index": (Sequences, "look_up", other_item),
    "an item written on every path": (Tables, "replace", always),
    "a toggle that stays": (Tables, "untoggle", never_toggled),
    "less of tuples": (Interpreter, "less", swapped),
    "merging paths": (Store, "either", second),
    "sorting": (Calls, "order", without_reverse),
    "a sum under a condition": (Comprehensions, "fold_items", unguarded),
    "augmented assignment": (Statements, "augment", subtracting),
    "products": (arithmetic, "product", one_more),
    "absolute values": (arithmetic, "absolute", not_absolute),
    "output bits of functions": (functions, "leaf_bits", flipped),
    "output bits of learners": (learners, "leaf_bits", flipped),
}


def test_the_programs_themselves_compile() -> None:
    compile_all()


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_miscompilation_is_an_error_that_shows_the_sample(
    plant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name, change = PLANTS[plant]
    monkeypatch.setattr(owner, name, change(getattr(owner, name)))
    with pytest.raises(MachineError, match=r"(samples|in Python).*mistake of the compiler"):
        compile_all()


def test_verify_false_compiles_without_the_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "absolute", not_absolute(arithmetic.absolute))
    tg.circuit(ordered, verify=False, p=tg.Int(-8, 7), q=tg.Int(-8, 7), xs=[tg.Int(-4, 3)] * 3)


class Fails:
    def __init__(self, _features: int) -> None:
        self.n = 0

    def predict(self, _x: tuple[int, ...]) -> int:
        return 1 if self.n > 0 else -1

    def update(self, _x: tuple[int, ...], _y: int) -> None:
        if self.n == 2:
            raise RuntimeError("full")
        self.n = min(2, self.n + 1)


def test_an_object_that_fails_in_python_is_named() -> None:
    with pytest.raises(InputError, match=r"Fails.update itself fails in Python \(RuntimeError: full\)"):
        tg.learner(Fails, 2)


def raises(p: int) -> int:
    return (0).missing if p > 3 else p  # type: ignore[attr-defined, no-any-return]


def assumes(p: int) -> int:
    assert p < 3
    if p == -1:
        raise ValueError(p)
    return p + 1


def test_what_raises_in_python_has_no_value_in_a_circuit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interpreter, "number", lambda _self, value: value if isinstance(value, int | Num) else 0)
    monkeypatch.setattr(Attributes, "attribute", lambda *_: 7)
    with pytest.raises(MachineError, match=r"raises\(p=7\) raises AttributeError: .* in Python, and has a value"):
        tg.circuit(raises, p=tg.Int(0, 7))


def doubled(p: int, q: int) -> tuple[int, int]:
    return 2 * p, 3 * q + 1


def test_values_in_steps_are_compared() -> None:
    made = tg.circuit(doubled, p=tg.Int(-8, 7), q=tg.Int(0, 7))
    verify_function(doubled, made, {})
    with pytest.raises(MachineError, match=r"is .* in Python and .* in the circuit"):
        verify_function(lambda p, q: (2 * p, 3 * (q ^ 1) + 1), made, {})
    with pytest.raises(MachineError, match=r"is .* in Python and .* in the circuit"):
        verify_function(lambda p, q: (2 * p, 3 * q), made, {})
    with pytest.raises(MachineError, match=r"is .* in Python and .* in the circuit"):
        verify_function(lambda p, q: [2 * p, 3 * q + 1], made, {})


def never(p: int, q: int) -> int:
    assert p * q == 37
    return p


def test_a_function_whose_assumption_no_call_meets_is_compiled() -> None:
    made = tg.circuit(never, p=tg.Int(0, 7), q=tg.Int(0, 7))
    assert outputs_of(made, []) == []


def test_assert_and_raise_are_left_out_of_the_comparison() -> None:
    made = tg.circuit(assumes, p=tg.Int(-2, 5))
    assert [made.decode(outputs_of(made, [made.encode((p,))])[0]) for p in (-2, 0, 1, 2)] == [-1, 1, 2, 3]
