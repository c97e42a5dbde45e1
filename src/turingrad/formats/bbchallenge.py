"""Busy beaver text as of bbchallenge.org: `1RB1LC_1RC1RB_1RD0LE_1LA1LD_1RZ0LA`.

One row per state, called A, B, C, ... in order, A the start; in a row one entry per symbol, 0 (the blank), 1, 2, ... in
order: the symbol to write, L or R, the next state. `---` is an entry without a rule. A letter beyond the rows, by
custom Z or H, is a state that halts on entry. Lines that start with `#` are comments.
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from turingrad.errors import FormatError, LimitError
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.tape import MOVE_NAMES, STAY, Rule, TapeMachine, require_two_sided
from turingrad.machine.tape.machine import MOVES

DIGITS = "0123456789"
UNDEFINED = "---"
MAX_TEXT = 1 << 20
MACHINE = re.compile(r"(?:[0-9][LR][A-Z]|---)+(?:_(?:[0-9][LR][A-Z]|---)+)*")
ENTRY = "a digit, L or R and a state's letter, or ---"


def read_bbchallenge(data: bytes, source: str) -> TapeMachine:
    if len(data) > MAX_TEXT:
        raise LimitError(f"{source}: more than {MAX_TEXT:,} bytes; a machine of 26 states and 10 symbols has 805")
    text = SourceText.decode(data, source)
    comments = [line.strip() for line in text.lines if line.strip().startswith("#")]
    found = [(n, line) for n, line in enumerate(text.lines, 1) if line.strip() and not line.strip().startswith("#")]
    if not found:
        raise text.error("there is no machine", 1, 1, "a line such as 1RB1LB_1LA1RZ")
    if len(found) > 1:
        raise text.error("a second machine", found[1][0], 1, "one machine per file")
    number, line = found[0]
    column = len(line) - len(line.lstrip()) + 1
    rows = line.strip().split("_")
    if len(rows) > len(ascii_uppercase):
        raise text.error(f"{len(rows)} states", number, column, f"at most {len(ascii_uppercase)}, one per letter")
    width = len(rows[0]) // 3
    if not 1 <= width <= len(DIGITS) or len(rows[0]) % 3:
        expected = "1 to 10 entries of three characters"
        wrong = f"not a bbchallenge table: the row {quote_piece(rows[0])} has no whole number of entries"
        raise text.error(wrong, number, column, expected)
    rules: list[Rule] = []
    halting: dict[str, None] = {}
    for state, row in zip(ascii_uppercase, rows, strict=False):
        if len(row) != 3 * width:
            expected = f"{width} entries of three characters, as in the first row"
            raise text.error(f"the row of state {state} has {len(row)} characters", number, column, expected)
        for symbol, at in zip(DIGITS, range(0, len(row), 3), strict=False):
            entry = row[at : at + 3]
            if entry == UNDEFINED:
                continue
            if not MACHINE.fullmatch(entry):
                raise text.error(f"{quote_piece(entry)} is not an entry", number, column + at, ENTRY)
            write, move, target = entry[0], entry[1], entry[2]
            if write not in DIGITS[:width]:
                expected = "0, the only symbol if a row has one entry" if width == 1 else f"0 to {width - 1}"
                raise text.error(f"unknown symbol {write!r}", number, column + at, expected)
            if target not in ascii_uppercase[: len(rows)]:
                halting[target] = None
            rules.append(Rule(state, (symbol,), (write,), (MOVES[move],), target))
        column += len(row) + 1
    return TapeMachine(
        states=(*ascii_uppercase[: len(rows)], *halting),
        symbols=tuple(DIGITS[:width]),
        blank="0",
        start="A",
        rules=tuple(rules),
        halting=tuple(halting),
        doc="\n".join(comment.removeprefix("#").strip() for comment in comments),
    )


def write_bbchallenge(machine: TapeMachine) -> bytes:
    """The states are renamed to A, B, ... where they are called otherwise: the text has no room for names."""
    check(machine)
    halting = set(machine.halting)
    rows = [machine.start, *(s for s in machine.states if s != machine.start and s not in halting)]
    letters = dict(zip(rows, ascii_uppercase, strict=False))
    free = [letter for letter in "ZH" + ascii_uppercase[::-1] if letter not in letters.values()]
    for state in machine.halting:
        letter = state if state in free else next(spare for spare in free if spare not in machine.halting)
        free.remove(letter)
        letters[state] = letter
    lines = ["# " + line for line in machine.doc.splitlines()]
    lines.append(
        "_".join("".join(entry(machine, state, symbol, letters) for symbol in machine.symbols) for state in rows)
    )
    return ("\n".join(lines) + "\n").encode()


def entry(machine: TapeMachine, state: str, symbol: str, letters: dict[str, str]) -> str:
    rule = machine.rule(state, (symbol,))
    return rule.write[0] + MOVE_NAMES[rule.move[0]] + letters[rule.next] if rule else UNDEFINED


def check(machine: TapeMachine) -> None:
    """What the text cannot say."""
    expected = tuple(DIGITS[: len(machine.symbols)])
    require_two_sided(machine, "the bbchallenge format")
    if machine.tapes != 1:
        raise FormatError(f"bbchallenge machines have one tape; this one has {machine.tapes}")
    if len(machine.symbols) > len(DIGITS) or machine.symbols != expected or machine.blank != "0":
        wanted = ", ".join(expected)
        raise FormatError(f"bbchallenge symbols are the digits {wanted} in order, 0 the blank; this machine has others")
    if any(machine.input):
        raise FormatError("bbchallenge machines start on a blank tape; this one has an input")
    if machine.start in machine.halting:
        raise FormatError(f"bbchallenge machines start in a state with a row; {quote_piece(machine.start)} halts")
    if machine.accept or machine.reject:
        raise FormatError("bbchallenge machines neither accept nor reject; this one does")
    if len(machine.states) > len(ascii_uppercase):
        raise FormatError(
            f"bbchallenge machines have at most {len(ascii_uppercase)} states; this one has {len(machine.states)}"
        )
    entered = {rule.next for rule in machine.rules}
    for state in machine.halting:
        if state not in entered:
            raise FormatError(
                f"bbchallenge text has no place for {quote_piece(state)}, a halting state that no rule enters"
            )
    for rule in machine.rules:
        if rule.move == (STAY,):
            raise FormatError(f"bbchallenge heads move left or right at each step; rule '{rule}' stays")
