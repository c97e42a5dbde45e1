"""Machines that are equal up to the names of their states, and the order in which things are listed.

States that can be reached are matched by following the rules from the start. States that nothing leads to may form any
graph, so that matching them is as hard as matching graphs; `refinement` does it, within a limit of work.
"""

from __future__ import annotations

from turingrad._support.validation.arguments import validate_arguments
from turingrad.machine.grid import GridMachine
from turingrad.machine.refinement import Effort, Halves, match
from turingrad.machine.tape import TapeMachine

SEARCH_EDGES = 1_000_000  # what a search may refine again: a few seconds


@validate_arguments
def isomorphic(a: TapeMachine | GridMachine, b: TapeMachine | GridMachine) -> bool:
    """Tell whether two machines are equal up to the names of their states.

    Args:
        a: A machine.
        b: Another of the same kind.

    Returns:
        True if renaming states makes them equal.

    Example:
        >>> one = tg.machine({("A", "0"): ("1", "R", "A")}, start="A", blank="_")
        >>> tg.isomorphic(one, tg.machine({("B", "0"): ("1", "R", "B")}, start="B", blank="_"))
        True
    """
    return find_renaming(a, b) is not None


def find_renaming(a: TapeMachine | GridMachine, b: TapeMachine | GridMachine) -> dict[str, str] | None:
    """The name in `b` of each state of `a`, or None if the machines differ in more than names.

    Kind, symbols, blank, number of tapes or work columns and own input must be the same, halting, accepting and
    rejecting states must correspond. Raises LimitError where unreachable states are too alike to be matched.
    """
    if frame(a) != frame(b):
        return None
    numbers = [{state: i for i, state in enumerate(a.states)}]
    numbers.append({state: len(a.states) + i for i, state in enumerate(b.states)})
    graph = transitions(a, b, numbers)
    kinds: dict[object, int] = {}
    colour = {}
    for machine, number in zip((a, b), numbers, strict=True):
        halting, accept, reject = set(machine.halting), set(machine.accept), set(machine.reject)
        for state, v in number.items():
            part = (state == machine.start, state in halting, state in accept, state in reject)
            kind = (part, tuple(sorted(label for label, _ in graph.out[v])))
            colour[v] = kinds.setdefault(kind, len(kinds))
    pairs = match(graph, colour, Effort(SEARCH_EDGES))
    names = a.states + b.states
    return None if pairs is None else {state: names[pairs[v]] for state, v in numbers[0].items()}


def frame(machine: TapeMachine | GridMachine) -> tuple[object, ...]:
    """What a renaming of states leaves as it is."""
    own = (machine.tapes, machine.input, machine.left_end) if isinstance(machine, TapeMachine) else (machine.work,)
    sizes = len(machine.states), len(machine.rules)
    return type(machine), frozenset(machine.symbols), machine.blank, own, sizes


def transitions(a: TapeMachine | GridMachine, b: TapeMachine | GridMachine, numbers: list[dict[str, int]]) -> Halves:
    """The states of both machines as vertices, their rules as edges labelled by read, write and move."""
    labels: dict[object, int] = {}
    size = len(a.states) + len(b.states)
    graph = Halves(len(a.states), [[] for _ in range(size)], [[] for _ in range(size)])
    for machine, number in zip((a, b), numbers, strict=True):
        for rule in machine.rules:
            label = labels.setdefault((rule.read, rule.write, rule.move), len(labels))
            graph.out[number[rule.state]].append((label, number[rule.next]))
            graph.into[number[rule.next]].append((label, number[rule.state]))
    return graph
