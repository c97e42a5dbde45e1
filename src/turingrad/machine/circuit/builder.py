"""Building circuits by small verbs: each returns a wire, an integer to pass on to later verbs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit, Gate


class CircuitBuilder:
    """Collects inputs, gates and outputs, then makes a `Circuit`.

    Wires are numbered as they are made, so inputs may be declared after gates; `build` numbers the nodes as a circuit
    wants them. Gates are kept as they were added (`simplify` removes what is double), apart from three cases that
    need none: an n-ary verb on one wire is that wire, on no wire the constant that it leaves unchanged, and each
    constant is made once.

    >>> half_adder = CircuitBuilder()
    >>> a, b = half_adder.input("a"), half_adder.input("b")
    >>> half_adder.output("sum", half_adder.xor(a, b))
    >>> half_adder.output("carry", half_adder.and_(a, b))
    >>> half_adder.build(name="half adder")
    Circuit('half adder', 2 inputs, 2 outputs, 2 gates)
    """

    def __init__(self) -> None:
        # Wire w is input or gate number _place[w] of its sort.
        self._is_input: list[bool] = []
        self._place: list[int] = []
        self._inputs: list[str] = []
        self._gates: list[Gate] = []
        self._outputs: list[tuple[str, int]] = []
        self._constants: dict[str, int] = {}

    def input(self, name: str) -> int:
        """A new input of the circuit."""
        self._is_input.append(True)
        self._place.append(len(self._inputs))
        self._inputs.append(name)
        return len(self._place) - 1

    def inputs(self, name: str, count: int) -> list[int]:
        """The inputs `name[0]` to `name[count-1]`."""
        return [self.input(f"{name}[{i}]") for i in range(count)]

    def gate(self, kind: str, inputs: Iterable[int] = (), table: Sequence[int] | None = None) -> int:
        """A gate of any kind, exactly as given."""
        wires = tuple(inputs)
        for wire in wires:
            self._check(wire)
        self._is_input.append(False)
        self._place.append(len(self._gates))
        self._gates.append(Gate(kind, wires, None if table is None else tuple(table)))
        return len(self._place) - 1

    def and_(self, *wires: int) -> int:
        return self._n_ary("and", wires, empty=1)

    def or_(self, *wires: int) -> int:
        return self._n_ary("or", wires, empty=0)

    def xor(self, *wires: int) -> int:
        return self._n_ary("xor", wires, empty=0)

    def not_(self, wire: int) -> int:
        return self.gate("not", (wire,))

    def id_(self, wire: int) -> int:
        """A gate that repeats its input: a node of its own for a value that exists."""
        return self.gate("id", (wire,))

    def const(self, bit: int) -> int:
        """The constant 0 or 1; the same wire each time."""
        if bit not in (0, 1):
            raise MachineError(f"a constant must be 0 or 1, not {bit!r}")
        kind = f"const{int(bit)}"
        if kind not in self._constants:
            self._constants[kind] = self.gate(kind)
        return self._constants[kind]

    def mux(self, select: int, if_one: int, if_zero: int) -> int:
        """`if_one` if `select` is 1, else `if_zero`."""
        return self.or_(self.and_(select, if_one), self.and_(self.not_(select), if_zero))

    def lut(self, wires: Sequence[int], table: Sequence[int]) -> int:
        """The bit of `table` at the index that the wires spell, the first one most significant."""
        return self.gate("lut", wires, table)

    def equal(self, left: Sequence[int], right: Sequence[int]) -> int:
        """1 if two words of the same length agree in every bit."""
        return self.not_(self.or_(*(self.xor(a, b) for a, b in zip(left, right, strict=True))))

    def output(self, name: str, wire: int) -> None:
        self._check(wire)
        self._outputs.append((name, wire))

    def output_word(self, name: str, wires: Sequence[int]) -> None:
        """The outputs `name[0]`, `name[1]`, ... on the given wires."""
        for i, wire in enumerate(wires):
            self.output(f"{name}[{i}]", wire)

    def build(self, name: str = "", doc: str = "") -> Circuit:
        """The circuit of everything that was added."""
        return Circuit(*self.parts(), name=name, doc=doc)

    def parts(self) -> tuple[tuple[str, ...], tuple[Gate, ...], tuple[tuple[str, int], ...]]:
        """The inputs, gates and outputs of the circuit."""
        first = len(self._inputs)
        node = [
            place if is_input else first + place for is_input, place in zip(self._is_input, self._place, strict=True)
        ]
        if node == list(range(len(node))):
            gates = tuple(self._gates)  # every input came before the first gate: wires are nodes
        else:
            gates = tuple(Gate(gate.kind, tuple(node[w] for w in gate.inputs), gate.table) for gate in self._gates)
        outputs = tuple((label, node[wire]) for label, wire in self._outputs)
        return tuple(self._inputs), gates, outputs

    def _n_ary(self, kind: str, wires: tuple[int, ...], empty: int) -> int:
        if not wires:
            return self.const(empty)
        if len(wires) == 1:
            self._check(wires[0])
            return wires[0]
        return self.gate(kind, wires)

    def _check(self, wire: int) -> None:
        if not (isinstance(wire, int) and 0 <= wire < len(self._place)):
            raise MachineError(f"wire {wire!r} was not made by this builder (it made {len(self._place)} wires)")
