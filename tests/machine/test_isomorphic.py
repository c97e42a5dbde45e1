"""Machines that differ in the names and the order of states are matched, and others are not."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import tape_machines
from tests.generators_grid import grid_machines
from turingrad.errors import LimitError
from turingrad.machine.grid import GridMachine
from turingrad.machine.isomorphic import find_renaming, isomorphic
from turingrad.machine.tape import Rule, TapeMachine

Machine = TapeMachine | GridMachine


def rename_states(machine: Machine, names: dict[str, str], order: list[str]) -> Machine:
    """The machine with other names, its states listed in another order."""
    return replace(
        machine,
        states=tuple(names[state] for state in order),
        start=names[machine.start],
        halting=tuple(names[state] for state in machine.halting),
        accept=tuple(names[state] for state in machine.accept),
        reject=tuple(names[state] for state in machine.reject),
        rules=tuple(replace(rule, state=names[rule.state], next=names[rule.next]) for rule in machine.rules),
    )


def parts(machine: Machine, names: dict[str, str]) -> tuple[object, ...]:
    """What a renaming changes, without the order in which it is listed."""
    states = [{names[state] for state in group} for group in (machine.halting, machine.accept, machine.reject)]
    rules = {(names[rule.state], rule.read, rule.write, rule.move, names[rule.next]) for rule in machine.rules}
    return names[machine.start], rules, *states


def brute_force(a: Machine, b: Machine) -> bool:
    wanted = parts(b, {state: state for state in b.states})
    return any(parts(a, dict(zip(a.states, names, strict=True))) == wanted for names in permutations(b.states))


def graph_machine(edges: list[tuple[int, int, int]], size: int) -> TapeMachine:
    """States v0, v1, ... that nothing leads to, with an edge (from, label, to) as a rule; and a start of its own."""
    symbols = ("_", *(f"a{i}" for i in range(max((label for _, label, _ in edges), default=0) + 1)))
    rules = tuple(Rule(f"v{v}", (f"a{i}",), ("_",), (1,), f"v{w}") for v, i, w in edges)
    return TapeMachine(("start", *(f"v{v}" for v in range(size))), symbols, "_", "start", rules)


def cycles(*lengths: int) -> TapeMachine:
    edges, first = [], 0
    for length in lengths:
        edges += [(first + i, 0, first + (i + 1) % length) for i in range(length)]
        first += length
    return graph_machine(edges, first)


def undirected_graph(edges: list[tuple[int, int]], size: int) -> TapeMachine:
    """A graph as a machine: a state for each direction of each edge, with a rule to either end."""
    both = edges + [(w, v) for v, w in edges]
    rules = [(size + i, end, at) for i, edge in enumerate(both) for end, at in enumerate(edge)]
    return graph_machine(rules, size + len(both))


@given(data=st.data())
@settings(deadline=None, max_examples=100)
def test_a_renamed_and_reordered_machine_is_found_again(data: st.DataObject) -> None:
    machine = data.draw(st.one_of(tape_machines(max_states=6, max_tapes=2), grid_machines(max_states=6)))
    order = data.draw(st.permutations(machine.states))
    names = {state: f"n{i}" for i, state in enumerate(data.draw(st.permutations(machine.states)))}
    other = rename_states(machine, names, order)
    found = find_renaming(machine, other)
    assert found is not None
    assert parts(machine, found) == parts(other, {state: state for state in other.states})


@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_the_answer_is_that_of_trying_every_renaming(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 4))
    edge = st.tuples(st.integers(0, size - 1), st.integers(0, 1), st.integers(0, size - 1))
    a, b = (graph_machine(data.draw(st.lists(edge, unique_by=lambda e: e[:2], max_size=6)), size) for _ in range(2))
    a, b = replace(a, symbols=("_", "a0", "a1")), replace(b, symbols=("_", "a0", "a1"))
    assert isomorphic(a, b) == brute_force(a, b)


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_a_changed_rule_is_noticed_unless_some_renaming_undoes_it(data: st.DataObject) -> None:
    machine = data.draw(tape_machines(max_states=3))
    if not machine.rules:
        machine = replace(
            machine, rules=(Rule(machine.start, (machine.blank,), (machine.blank,), (1,), machine.start),)
        )
    place = data.draw(st.integers(0, len(machine.rules) - 1))
    rule = machine.rules[place]
    changed = replace(rule, move=(-rule.move[0] if rule.move[0] else 1,))
    other = replace(machine, rules=machine.rules[:place] + (changed,) + machine.rules[place + 1 :])
    assert isomorphic(machine, other) == brute_force(machine, other)


@pytest.mark.parametrize(
    "change",
    [
        {"blank": "0"},
        {"symbols": ("_", "0", "1", "2")},
        {"halting": ()},
        {"accept": ()},
        {"input": (("1",),)},
        {"start": "h"},
        {"rules": ()},
    ],
)
def test_what_is_more_than_a_name_counts(change: dict) -> None:
    rules = (Rule("q", ("_",), ("1",), (1,), "h"),)
    machine = TapeMachine(("q", "h"), ("_", "0", "1"), "_", "q", rules, halting=("h",), accept=("h",))
    fields = {"accept": (), **change} if "halting" in change else change
    assert not isomorphic(machine, replace(machine, **fields))


def test_the_order_of_symbols_does_not_count() -> None:
    machine = cycles(2)
    assert isomorphic(machine, replace(machine, symbols=machine.symbols[::-1]))


def test_machines_of_different_kinds_are_not_isomorphic() -> None:
    tape = TapeMachine(("q",), ("-", "0", "+"), "0", "q", ())
    assert not isomorphic(tape, GridMachine(("q",), ("-", "0", "+"), "0", "q", ()))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (cycles(3, 3), cycles(6), False),
        (cycles(3, 4, 5), cycles(5, 3, 4), True),
        (cycles(*[3] * 40, 6), cycles(6, *[3] * 40), True),
        (cycles(*[3] * 42), cycles(6, *[3] * 40), False),
        (cycles(*[1] * 30), cycles(*[1] * 30), True),
    ],
)
def test_unreachable_cycles_that_look_alike_are_told_apart(a: Machine, b: Machine, expected: bool) -> None:
    assert isomorphic(a, b) == expected


def prism() -> list[tuple[int, int]]:
    return [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]


def k33() -> list[tuple[int, int]]:
    return [(v, w) for v in range(3) for w in range(3, 6)]


def test_regular_graphs_that_refinement_cannot_tell_apart_are_searched() -> None:
    relabel = [2, 0, 1, 5, 3, 4]
    assert isomorphic(undirected_graph(prism(), 6), undirected_graph([(relabel[v], relabel[w]) for v, w in prism()], 6))
    assert not isomorphic(undirected_graph(prism(), 6), undirected_graph(k33(), 6))


@pytest.mark.parametrize("shape", ["chain", "star", "nothing"])
def test_many_unreachable_states_are_matched(shape: str) -> None:
    size = 4000
    edges = {"chain": [(i, 0, i + 1) for i in range(size - 1)], "star": [(i, 0, 0) for i in range(1, size)]}
    machine = graph_machine(edges.get(shape, []), size)
    other = rename_states(machine, {state: f"n{state}" for state in machine.states}, sorted(machine.states))
    assert isomorphic(machine, other)


def test_a_graph_made_to_be_hard_is_refused_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("turingrad.machine.isomorphic"), "SEARCH_EDGES", 20_000)
    complete = undirected_graph([(v, w) for v in range(30) for w in range(v)], 30)
    with pytest.raises(LimitError, match="too alike"):
        isomorphic(complete, complete)
