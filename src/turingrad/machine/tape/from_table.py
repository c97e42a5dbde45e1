"""A tape machine from a table of rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from turingrad._support.validation.arguments import fits, validate_arguments
from turingrad._support.validation.values import short_repr
from turingrad.errors import MachineError
from turingrad.machine.tape.machine import MOVES, Rule, TapeMachine


@validate_arguments
def from_table(
    rules: Mapping[tuple[str, str], tuple[str, str, str]],
    *,
    start: str,
    blank: str | None = None,
    accept: Sequence[str] = (),
    reject: Sequence[str] = (),
    input: Sequence[str] = (),
    name: str = "",
) -> TapeMachine:
    """Make a tape machine from a table. States without rules halt.

    Args:
        rules: `{("A", "0"): ("1", "R", "B"), ...}`: in state A, reading 0, write 1, move right, go to B.
        start: The first state.
        blank: The blank symbol; by default `_` if the table has it, else `0`.
        accept: States that accept.
        reject: States that reject.
        input: The machine's own input.
        name: Its name.

    Returns:
        The machine; a state that has no rules halts.

    Raises:
        MachineError: A rule names a symbol or a move that does not exist, or two rules apply at once.

    Example:
        >>> machine = tg.machine({("A", "0"): ("1", "R", "A")}, start="A", blank="_")
        >>> str(tg.run(machine, "000").configuration.tapes[0])
        '111'
    """
    found, states, symbols = [], [start], []
    for place, action in rules.items():
        if not (fits(place, tuple[str, str]) and fits(action, tuple[str, str, str])):
            raise MachineError(f"{short_repr(place)}: {short_repr(action)} is not (state, read): (write, move, next)")
        (state, symbol), (write, move, following) = place, action
        if move not in MOVES:
            raise MachineError(f"rule {short_repr(place)}: the move is {short_repr(move)}; it must be L, S or R")
        found.append(Rule(state, (symbol,), (write,), (MOVES[move],), following))
        states += [state, following]
        symbols += [symbol, write]
    known = dict.fromkeys([*states, *accept, *reject])
    chosen = blank if blank is not None else "_" if "_" in symbols else "0"
    leaving = {rule.state for rule in found}
    return TapeMachine(
        states=tuple(known),
        symbols=tuple(dict.fromkeys([chosen, *symbols, *input])),
        blank=chosen,
        start=start,
        rules=tuple(found),
        halting=tuple(state for state in known if state not in leaving),
        accept=tuple(accept),
        reject=tuple(reject),
        input=(tuple(input),) if len(input) else (),
        name=name,
    )
