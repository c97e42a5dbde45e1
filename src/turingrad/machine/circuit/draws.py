"""Random circuits, fixed by their source of random numbers."""

from __future__ import annotations

from random import Random

from turingrad.machine.circuit import Circuit, Gate

GATES = (("and", 2), ("or", 2), ("xor", 2), ("not", 1), ("id", 1), ("lut", 2), ("lut", 3), ("const0", 0), ("const1", 0))


def draw_machine(rng: Random) -> Circuit:
    """A circuit of up to 6 inputs and 4 outputs."""
    return draw_circuit(rng, rng.randint(0, 6), rng.randint(0, 4))


def draw_circuit(rng: Random, inputs: int, outputs: int, most: int = 24) -> Circuit:
    """Gates of all kinds over any earlier nodes, repeated inputs and dead gates included."""
    gates: list[Gate] = []
    for node in range(inputs, inputs + rng.randint(1, most)):
        kind, fan_in = rng.choice(GATES if node else GATES[-2:])
        of = tuple(rng.randrange(node) for _ in range(fan_in))
        table = tuple(rng.choices((0, 1), k=1 << fan_in)) if kind == "lut" else None
        gates.append(Gate(kind, of, table))
    nodes = inputs + len(gates)
    picked = tuple((f"y{i}", rng.randrange(nodes)) for i in range(outputs))
    return Circuit(tuple(f"x{i}" for i in range(inputs)), tuple(gates), picked)
