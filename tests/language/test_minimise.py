"""Minimisation: equivalent states against a naive refinement, compatible states without a change of behaviour."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from turingrad.language import compile_program
from turingrad.language.minimise import merge_compatible, reduce_states, refine_classes
from turingrad.language.table import Action, Entry, Table

READS = (("0",), ("1",))


@st.composite
def tables(draw: st.DrawFn, max_states: int = 8) -> Table:
    """A small machine with few actions, so that states are often alike; entries may be missing."""
    count = draw(st.integers(1, max_states))
    entry = st.one_of(
        st.none(),
        st.builds(Entry, st.sampled_from([Action(("0",), ("L",)), Action(("1",), ("R",))]), st.integers(0, count - 1)),
        st.just(Entry(Action(("0",), ("S",)), "halt")),
    )
    rows = [{read: draw(entry) for read in READS} for _ in range(count)]
    return [{read: found for read, found in row.items() if found is not None} for row in rows]


def naive_classes(table: Table) -> list[frozenset[int]]:
    """Moore's refinement: classes split by what their members do until nothing changes."""
    block = [0] * len(table)
    while True:
        signatures = [
            (
                block[state],
                frozenset((r, e.action, block[e.next] if isinstance(e.next, int) else e.next) for r, e in row.items()),
            )
            for state, row in enumerate(table)
        ]
        numbers = {signature: i for i, signature in enumerate(dict.fromkeys(signatures))}
        after = [numbers[signature] for signature in signatures]
        if len(set(after)) == len(set(block)):
            return classes(after)
        block = after


def classes(block: list[int]) -> list[frozenset[int]]:
    found: dict[int, set[int]] = {}
    for state, number in enumerate(block):
        found.setdefault(number, set()).add(state)
    return sorted(map(frozenset, found.values()), key=min)


def behaves_like(small: Table, large: Table) -> bool:
    """Wherever the large machine has an entry, the small one does the same, state by state from the first."""
    seen, pending = {(0, 0)}, [(0, 0)]
    while pending:
        a, b = pending.pop()
        for read, entry in large[b].items():
            mine = small[a].get(read)
            if mine is None or mine.action != entry.action or isinstance(mine.next, str) != isinstance(entry.next, str):
                return False
            if isinstance(mine.next, int) and isinstance(entry.next, int):
                if (mine.next, entry.next) not in seen:
                    seen.add((mine.next, entry.next))
                    pending.append((mine.next, entry.next))
            elif mine.next != entry.next:
                return False
    return True


def singles(table: Table) -> list[tuple[int, ...]]:
    return [(state,) for state in range(len(table))]


@given(table=tables())
@settings(deadline=None, max_examples=120)
def test_refined_classes_are_those_of_the_naive_refinement(table: Table) -> None:
    assert classes(refine_classes(table)) == naive_classes(table)


@given(table=tables())
@settings(deadline=None, max_examples=100)
def test_reduced_machine_has_the_same_entries_wherever_it_goes(table: Table) -> None:
    small, _ = reduce_states(table, singles(table))
    assert behaves_like(small, table)
    assert len(small) <= len(table)


@given(table=tables())
@settings(deadline=None, max_examples=60)
def test_merged_machine_does_all_that_was_specified(table: Table) -> None:
    small, members = merge_compatible(table, singles(table))
    assert behaves_like(small, table)
    assert len(small) == len(members) <= len(table)


def test_states_that_differ_only_in_what_cannot_occur_become_one() -> None:
    after = Action(("1",), ("R",))
    table: Table = [
        {("0",): Entry(after, 1)},
        {("1",): Entry(after, 2), ("0",): Entry(after, 2)},
        {("0",): Entry(after, 0)},
    ]
    small, members = merge_compatible(table, singles(table))
    assert len(small) == 1
    assert members == [(0, 1, 2)]


def test_the_machine_of_a_program_is_the_same_every_time() -> None:
    loop = "while not wall:\n    x = (x + 1) % 4\n    left()\n    assert s != 0\n"
    text = f"machine grid()\nx = 0\n{loop}halt(1 if x else -1)\n"
    assert compile_program(text) == compile_program(text)
