"""Random grid machines and grids for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from turingrad.machine.grid import MOVES, TERNARY, WALL, GridMachine, GridRule


@st.composite
def grid_machines(
    draw: st.DrawFn,
    max_states: int = 4,
    symbols: tuple[str, ...] = TERNARY,
    blank: str = "0",
    work: int = 1,
    density: float = 0.9,
) -> GridMachine:
    """A machine with up to `max_states` working states, `halt+` and `halt-`; about `density` of its rules exist."""
    working = [f"q{i}" for i in range(draw(st.integers(1, max_states)))]
    targets = (*working, *working, *working, "halt+", "halt-")
    moves = tuple(MOVES)
    actions = len(symbols) * len(moves) * len(targets)
    rules = []
    for state in working:
        for read in (*symbols, WALL):
            action = draw(st.integers(0, round(actions / density) - 1))  # one draw a rule: machines are quick to make
            if action < actions:
                action, target = divmod(action, len(targets))
                write, move = divmod(action, len(moves))
                written = None if read == WALL else symbols[write]
                rules.append(GridRule(state, read, written, moves[move], targets[target]))
    return GridMachine(
        states=(*working, "halt+", "halt-"),
        symbols=symbols,
        blank=blank,
        start=working[0],
        rules=tuple(rules),
        halting=("halt+", "halt-"),
        accept=("halt+",),
        reject=("halt-",),
        work=work,
    )


@st.composite
def grids(
    draw: st.DrawFn, max_rows: int = 4, max_columns: int = 5, symbols: tuple[str, ...] = TERNARY
) -> tuple[tuple[str, ...], ...]:
    """A grid with at least one cell."""
    rows, columns = draw(st.integers(1, max_rows)), draw(st.integers(1, max_columns))
    cell = st.sampled_from(symbols)
    return tuple(tuple(draw(cell) for _ in range(columns)) for _ in range(rows))


@st.composite
def heads(draw: st.DrawFn, grid: tuple[tuple[str, ...], ...]) -> tuple[int, int]:
    """A cell of the grid."""
    return draw(st.integers(0, len(grid) - 1)), draw(st.integers(0, len(grid[0]) - 1))
