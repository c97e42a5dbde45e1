"""What tape machines and grid machines have in common: states, symbols, rules, answers and their legality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any

from turingrad._support.validation.arguments import coerce_tuples, validate_fields
from turingrad._support.validation.values import short_repr
from turingrad.errors import MachineError
from turingrad.machine.views import call_view

MAX_SYMBOL_LENGTH = 32
MAX_LISTED = 12  # names in an error message


class StateMachine:
    """A machine with states and rules, as a base class without fields of its own."""

    states: tuple[str, ...]
    symbols: tuple[str, ...]
    blank: str
    start: str
    rules: tuple[Any, ...]
    halting: tuple[str, ...]
    accept: tuple[str, ...]
    reject: tuple[str, ...]
    name: str
    doc: str

    def hold_tuples(self, *more: str) -> None:
        """Whatever sequences were given are kept as tuples, and every field is what its annotation says."""
        coerce_tuples(self, ("states", "symbols", "halting", "accept", "reject", "rules", *more), MachineError)
        validate_fields(self, MachineError)

    def rule_rows(self) -> Iterable[tuple[str, ...]]:
        """The rules as rows of text: state, read, write, move, next."""
        raise NotImplementedError

    def answer(self, state: str) -> int:
        """+1 in an accepting state, -1 in a rejecting one, 0 otherwise."""
        return 1 if state in self.accept else -1 if state in self.reject else 0

    def diagram(self) -> Any:
        """The state diagram as SVG: notebooks show it, `save(path)` writes it."""
        return call_view("diagram", self)

    def _repr_html_(self) -> str:
        return html_table(repr(self), ("state", "read", "write", "move", "next"), self.rule_rows())


def html_table(caption: str, heads: Iterable[str], rows: Iterable[Iterable[object]], more: str = "") -> str:
    """Rows of text as an HTML table; `more` is HTML for the end of it."""
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}{more}</table>"


def cell_row(cells: Iterable[tuple[str, bool]]) -> str:
    """Cells of a tape or of a grid's row as HTML; the second part of a pair marks the head."""
    return "".join(
        f"<td><mark>{escape(symbol) or '&nbsp;'}</mark></td>" if marked else f"<td>{escape(symbol)}</td>"
        for symbol, marked in cells
    )


def list_names(names: Iterable[str]) -> str:
    """Names for an error message, cut where there are many."""
    shown = [short_repr(name) for name in names]
    return ", ".join(shown[:MAX_LISTED]) + (f", ... ({len(shown)} in all)" if len(shown) > MAX_LISTED else "")


def require_unique(names: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str) or not name:
            raise MachineError(f"{what} {short_repr(name)} is not a non-empty string")
        if name in seen:
            raise MachineError(f"{what} {short_repr(name)} is listed twice")
        seen.add(name)


def require_known(names: Iterable[str], known: set[str], what: str, among: str) -> None:
    for name in names:
        if name not in known:
            raise MachineError(f"{what} {short_repr(name)} is not one of the {among}: {list_names(sorted(known))}")


def validate_states(machine: StateMachine) -> None:
    """Unique states and symbols, known start, halting, accept and reject states, a known blank."""
    require_unique(machine.states, "state")
    known, halting = set(machine.states), set(machine.halting)
    require_known([machine.start], known, "start state", "states")
    require_unique(machine.halting, "halting state")
    require_known(machine.halting, known, "halting state", "states")
    require_known(machine.accept, halting, "accepting state", "halting states")
    require_known(machine.reject, halting, "rejecting state", "halting states")
    both = set(machine.accept) & set(machine.reject)
    if both:
        raise MachineError(f"state {short_repr(min(both))} both accepts and rejects")
    require_unique(machine.symbols, "symbol")
    for symbol in machine.symbols:
        if len(symbol) > MAX_SYMBOL_LENGTH:
            raise MachineError(f"symbol {symbol[:20]!r}... is longer than {MAX_SYMBOL_LENGTH} characters")
    require_known([machine.blank], set(machine.symbols), "blank", "symbols")


def rules_in_place(
    machine: StateMachine, read: Callable[[Any], str], well_typed: Callable[[Any], bool]
) -> Iterator[tuple[Any, str]]:
    """Each rule with its place for messages; states known, none left that halts, no rule twice. `well_typed` is a quick
    look at the fields of a rule: machines have many."""
    states, halting = set(machine.states), set(machine.halting)
    places: set[tuple[str, object]] = set()
    for rule in machine.rules:
        if not well_typed(rule):
            validate_fields(rule, MachineError)
        where = f"rule {short_repr(f'{rule.state} {read(rule)}')}"
        require_known([rule.state], states, f"{where}: state", "states")
        require_known([rule.next], states, f"{where}: next state", "states")
        if rule.state in halting:
            raise MachineError(f"{where} leaves the halting state {short_repr(rule.state)}")
        if (rule.state, rule.read) in places:
            raise MachineError(f"{where} is given twice")
        places.add((rule.state, rule.read))
        yield rule, where
