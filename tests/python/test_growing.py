"""Lists of varying length, deques, dicts, sets, loops without a known end, and what is known of a middle."""
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import Any

import pytest

import turingrad as tg
from turingrad.errors import FormatError, InputError
from turingrad.python import loops, oracle
from turingrad.python.logic import Graph
from turingrad.python.statements import Statements

ITEMS = {"xs": [tg.Int(0, 7)] * 5}


def quicksort(xs):
    if len(xs) <= 1:
        return xs
    first = xs[0]
    return quicksort([x for x in xs[1:] if x < first]) + [first] + quicksort([x for x in xs[1:] if x >= first])


def cancel(xs):
    """Neighbours that are equal cancel each other, on a stack."""
    stack = []
    for x in xs:
        if stack and stack[-1] == x:
            stack.pop()
        else:
            stack.append(x)
    return stack


def queue(xs):
    waiting, total = deque(maxlen=2), 0
    for x in xs:
        if x % 3:
            waiting.append(x)
        elif waiting:
            total += waiting.popleft()
    return total, len(waiting), list(waiting)


def votes(xs):
    count, seen, twice = {}, set(), defaultdict(int)
    for x in xs:
        count[x] = count.get(x, 0) + 1
        if x in seen:
            twice[x % 2] += 1
        seen.add(x)
    return max(count.values()), len(seen), twice[0], len(twice), Counter(xs)[3], 5 in count, [x for x in xs if x > 3]


@pytest.mark.parametrize("function", [quicksort, cancel, queue, votes])
def test_lists_that_grow_deques_and_dicts(function):
    made = tg.circuit(function, xs=[tg.Int(0, 7)] * (4 if function is quicksort else 5))
    for given in ([3, 1, 3, 3, 0], [7, 7, 2, 2, 1], [0, 0, 0, 0, 0], [4, 5, 6, 7, 1]):
        values = given[: len(made.arguments[0][1][1])]
        expected = function(list(values))
        assert tg.run(made, (values,)).configuration.value == expected
        assert tg.run(made, (values,), on="feedforward").configuration.value == expected


def squares(n, m):
    return [i * j for i in range(1, n) for j in range(m) if i != j], [0 for _ in range(n)]


def test_a_comprehension_over_a_range_of_varying_length_is_a_list_of_varying_length():
    made = tg.circuit(squares, n=tg.Int(0, 4), m=tg.Int(0, 3))
    for n in range(5):
        for m in range(4):
            assert tg.run(made, (n, m)).configuration.value == squares(n, m)


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def test_a_loop_without_a_known_end_says_where_it_overran():
    made = tg.circuit(collatz, n=tg.Int(0, 9), turns=16)
    assert (made.turns, made.output_names[-1]) == (16, "overran")
    assert [tg.run(made, (n,)).configuration.value for n in (1, 2, 3, 6, 8)] == [0, 1, 7, 8, 3]
    for n in (0, 7, 9):  # 0 never ends; 7 takes 16 iterations, 9 takes 19
        if n == 7:
            assert tg.run(made, (n,)).configuration.value == 16
            continue
        with pytest.raises(InputError, match=r"needs more than 16 iterations .*turns=32"):
            _ = tg.run(made, (n,)).configuration.value
    with pytest.raises(InputError, match="more than 2 iterations for all"):
        tg.circuit(collatz, n=tg.Int(5, 7), turns=2)
    with pytest.raises(InputError, match="at least one iteration"):
        tg.circuit(collatz, n=tg.Int(5, 7), turns=0)


def test_a_loop_that_grows_too_large_is_compiled_again_with_a_limit(monkeypatch):
    monkeypatch.setattr(loops, "MAX_LOOP_NODES", 2_000)
    monkeypatch.setattr("turingrad.python.functions.TURNS", 20)
    made = tg.circuit(collatz, n=tg.Int(1, 7))
    assert made.turns == 20
    assert tg.run(made, (7,)).configuration.value == 16


class Endless:
    """Its loop has no known end: a learner cannot say that it overran."""

    def __init__(self, _features):
        self.n = 0

    def predict(self, _x):
        return 1 if self.n else -1

    def update(self, x, y):
        m = 5 + x[0] + y
        while m != 1:
            m = m // 2 if m % 2 == 0 else 3 * m + 1
        self.n = m


class Bounded(Endless):
    """The cure of the refusal."""

    def update(self, x, y):
        m = 5 + x[0] + y
        for _ in range(20):
            if m == 1:
                break
            m = m // 2 if m % 2 == 0 else 3 * m + 1
        self.n = m % 2


def test_a_learner_with_such_a_loop_is_refused_and_the_cure_works(monkeypatch):
    monkeypatch.setattr(loops, "MAX_LOOP_NODES", 2_000)
    with pytest.raises(FormatError, match=r"the end of this loop is not known after .*for _ in range"):
        tg.learner(Endless, 1)
    assert len(tg.learner(Bounded, 1).memory) == 1


def first_at_least(xs, t):
    lo, hi = 0, len(xs)
    while lo < hi:
        middle = (lo + hi) // 2
        if xs[middle] < t:
            lo = middle + 1
        else:
            hi = middle
    return lo


def find(xs, t):
    lo, hi = 0, len(xs) - 1
    while lo <= hi:
        middle = lo + (hi - lo) // 2
        if xs[middle] == t:
            return middle
        if xs[middle] < t:
            lo = middle + 1
        else:
            hi = middle - 1
    return -1


@pytest.mark.parametrize("function", [first_at_least, find])
def test_the_middle_of_two_numbers_in_order_is_between_them(function):
    made = tg.circuit(function, xs=[tg.Int(0, 7)] * 5, t=tg.Int(0, 7), turns=4)
    for t in range(8):
        assert tg.run(made, ([1, 2, 4, 4, 6], t)).configuration.value == function([1, 2, 4, 4, 6], t)


class Ring:
    """A pointer that is set back where it equals the length."""

    def __init__(self, features):
        self.i, self.t = 0, [0] * features

    def predict(self, _x):
        return 1 if self.t[self.i] > 0 else -1

    def update(self, x, y):
        self.t[self.i] = y
        self.i += 1
        if self.i == len(x):
            self.i = 0


class Modulo(Ring):
    """A pointer that goes round twice as far."""

    def __init__(self, features):
        super().__init__(2 * features)

    def update(self, x, y):
        self.t[self.i] = y
        self.i = (self.i + 1) % (2 * len(x))


class Stops(Ring):
    """A pointer that stops at the end."""

    def update(self, _x, y):
        self.t[self.i] = y
        self.i = min(self.i + 1, len(self.t) - 1)


@pytest.mark.parametrize(("kind", "most"), [(Ring, 5), (Modulo, 11), (Stops, 5)])
def test_pointers_settle(kind, most):
    assert str(tg.learner(kind, 6).fields[0].range) == f"0 to {most}"


class Asserts:
    """A counter that is said to stay small, and stays so in most runs."""

    def __init__(self, _features):
        self.k = 0

    def predict(self, _x):
        return 1 if self.k > 3 else -1

    def update(self, x, y):
        self.k += x[0] * (y > 0)
        assert 0 <= self.k <= 9


class Declares(Asserts):
    """A range that holds, which intervals do not show."""

    def __init__(self, _features):
        self.k = tg.Int(0, 9)

    def update(self, _x, _y):
        self.k = self.k * 2 % 7 if self.k % 3 else self.k + 1 - 2 * (self.k == 9)


class Leaves(Declares):
    """One that does not hold."""

    def update(self, _x, y):
        self.k = self.k + y if self.k else 1


def test_asserts_and_declared_ranges_are_trusted_and_watched():
    assert str(tg.learner(Asserts, 2).fields[0].range) == "0 to 9"
    made = tg.learner(Declares, 2)
    assert (made.trusted, tg.learner(Asserts, 2).trusted) == (("self.k",), ())
    with pytest.raises(FormatError, match="outside of its range 0 to 9"):
        tg.learner(Declares, 2, verify=False)
    with pytest.raises(InputError, match=r"Leaves: self.k leaves its declared range .*; declare a wider Int"):
        tg.learner(Leaves, 2)
    X, y = [[-1, 1]] * 3, [1, 1, 1]
    with pytest.raises(InputError, match="Asserts: sample 0 breaks an assumption"):
        tg.learn(Asserts, X, y, X, on="reference", via="circuit")


def test_a_trusted_range_that_is_left_while_learning_is_an_error(monkeypatch):
    monkeypatch.setattr(oracle, "TRUSTING_SAMPLES", 1)
    made = tg.learner(Leaves, 2)
    X, y = [[-1, 1]] * 12, [1] * 12
    with pytest.raises(InputError, match="leaves its declared range"):
        tg.learn(made, X, y, X, on="reference")


class Helper(Asserts):
    """What grows is written in a method that update calls."""

    def __init__(self, _features):
        self.w, self.k = [0, 0], 0

    def bump(self, j):
        self.w[j] += 1

    def update(self, _x, _y):
        self.w[0] = 0
        self.bump(1)


def test_the_caret_is_where_it_grows():
    with pytest.raises(FormatError, match=r"self.w\[1\] grows without bound .*`if self.w\[1\] < most:`") as caught:
        tg.learner(Helper, 2)
    assert "self.w[j] += 1" in str(caught.value)


def test_memory_of_a_loop_is_linear_in_its_iterations():
    """What paths know is shared between them: the layers of all paths together, not their sum, are kept."""

    def layers(turns: int) -> int:
        kept: dict[int, Any] = {}
        follower = Statements(Graph())
        for _ in range(turns):
            follower.store.assume(follower.graph.variable())
            kept |= {id(layer): layer for layer in follower.store.facts.layers}
        return sum(map(len, kept.values()))

    assert layers(160) < 2.6 * layers(80) < 2.6**2 * layers(40)
