"""Hypothesis strategies whose values are circuits."""

from __future__ import annotations

from hypothesis import strategies as st

from turingrad.machine.circuit import KINDS, Circuit, Gate

# Names that file formats stumble over: separators, comment marks, continuation, keywords, other scripts.
ODD_NAMES = (
    "a b",
    "#x",
    "f(1)",
    "x=y",
    "a,b",
    "end\\",
    ".names",
    "n0",
    "n1",
    "i0",
    "o1",
    "é",
    "漢",
    "vdd",
    "a[0]",
    "-",
    '"',
)


@st.composite
def circuits(
    draw: st.DrawFn,
    max_inputs: int = 6,
    max_gates: int = 24,
    max_outputs: int = 4,
    max_fan_in: int = 4,
    kinds: tuple[str, ...] = KINDS,
    odd_names: bool = False,
) -> Circuit:
    """A random circuit: gates of the given kinds over any earlier nodes, repeated inputs and dead gates included."""
    inputs = draw(st.integers(0, max_inputs))
    gates: list[Gate] = []
    for node in range(inputs, inputs + draw(st.integers(0, max_gates))):
        possible = kinds if node else tuple(kind for kind in kinds if kind.startswith("const"))
        kind = draw(st.sampled_from(possible or ("const0",)))
        fan_in = {"not": 1, "id": 1, "const0": 0, "const1": 0}.get(kind)
        if fan_in is None:
            fan_in = draw(st.integers(0 if kind == "lut" else 1, max_fan_in))
        of = tuple(draw(st.integers(0, node - 1)) for _ in range(fan_in))
        if kind == "lut":
            bits = draw(st.integers(0, (1 << (1 << fan_in)) - 1))
            gates.append(Gate("lut", of, tuple(bits >> i & 1 for i in range(1 << fan_in))))
        else:
            gates.append(Gate(kind, of))
    nodes = inputs + len(gates)
    outputs = draw(st.integers(0, max_outputs)) if nodes else 0
    picked = [draw(st.integers(0, nodes - 1)) for _ in range(outputs)]
    if odd_names:
        in_names = draw(st.lists(st.sampled_from(ODD_NAMES), min_size=inputs, max_size=inputs, unique=True))
        out_names = draw(st.lists(st.sampled_from(ODD_NAMES), min_size=outputs, max_size=outputs, unique=True))
    else:
        in_names = [f"x{i}" for i in range(inputs)]
        out_names = [f"y{i}" for i in range(outputs)]
    return Circuit(tuple(in_names), tuple(gates), tuple(zip(out_names, picked, strict=True)))
