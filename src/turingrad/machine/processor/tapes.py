"""The processor's tapes by name, and the codes of its micro-operations."""

from __future__ import annotations

BLANK, BIT, ANY = "_", "01", "01_"
TAPES = C, R, D, A, B, OUT = "CRDABO"
X = "X"  # the samples of a training program, before the others
READY = "ready"
SHORT = ("right", "left")
COMMON = ("load", "store", "add", "constant", "equal", "if", "unless", "forward")
RARE = (
    *("sub", "and", "or", "xor", "less", "more", "below", "above", "back", "far", "target", "begin"),
    *("copy", "up", "down", "up.by", "down.by", "take.up", "take.down", "take.signed"),
    *("even", "word", "aim", "enter", "guard", "byte", "get", "put", "part", "extend"),
    *("stop", "require", "ebreak", "fault", "print"),
)
CODES = {  # a prefix code: two bits, five, eight
    **{name: f"0{number:01b}" for number, name in enumerate(SHORT)},
    **{name: f"10{number:03b}" for number, name in enumerate(COMMON)},
    **{name: f"11{number:06b}" for number, name in enumerate(RARE)},
}
WITH_SAMPLES = {**CODES, "input": "11" + "1" * 6}
