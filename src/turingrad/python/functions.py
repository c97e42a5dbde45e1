"""Any Python function of ints and bools as a circuit."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import short_repr
from turingrad.errors import FormatError, InputError
from turingrad.machine.circuit import Circuit
from turingrad.python.declare import Int
from turingrad.python.emit import emit_parts
from turingrad.python.function_oracle import verify_function
from turingrad.python.interpreter import MAX_STEPS
from turingrad.python.journal import Journal
from turingrad.python.logic import FALSE, Graph
from turingrad.python.shapes import Range, Shape, bit_names, flat, leaves, range_of, rebuilt
from turingrad.python.source import argument_names
from turingrad.python.statements import Statements
from turingrad.python.store import OVERRAN, bit, literal_of
from turingrad.python.values import Bit, Choice, Clash, Item, Ref, kind_of

MAX_INPUTS = 100_000
TRUTH = Range(0, 1, 1, True)
DEEPEST = 32  # lists in lists, of an argument
TURNS = 64  # of a loop whose end is not known
FEW_TURNS = 8  # that a loop has taken, at the least, if it is the reason why something cannot be followed


@dataclass(frozen=True, repr=False, eq=False)
class FunctionCircuit(Circuit):
    """The circuit of a Python function, which knows how its arguments and its result are encoded as bits.

    An int of a range lo to hi is the binary number of its distance from lo, least significant bit first; a bool is
    one bit.
    """

    arguments: tuple[tuple[str, Shape], ...] = field(default=(), kw_only=True)
    constants: tuple[tuple[int, str, Any], ...] = field(default=(), kw_only=True)
    """The arguments of one value, which have no bits: place, name and value."""
    result: Shape = field(default=TRUTH, kw_only=True)
    turns: int | None = field(default=None, kw_only=True)
    """How often a `while` loop was unrolled that may need more iterations: then the last output says that it does."""

    def encode(self, values: Sequence[Any]) -> list[int]:
        """The input bits of the arguments' values, in the order of the function's arguments. Arguments of one value
        may be left out, all of them or none."""
        if self.constants and len(values) == len(self.arguments) + len(self.constants):
            values = self.without_constants(values)
        if len(values) != len(self.arguments):
            names = ", ".join(name for name, _ in self.arguments)
            raise InputError(f"{self.name} takes {len(self.arguments)} arguments ({names}), not {len(values)}")
        return [
            b for (name, shape), value in zip(self.arguments, values, strict=True) for b in flat(shape, value, name)
        ]

    def without_constants(self, values: Sequence[Any]) -> list[Any]:
        """The values of those arguments that have bits; the others must be what they were compiled for."""
        for place, name, value in self.constants:
            if values[place] != value:
                given = short_repr(values[place])
                raise InputError(f"{self.name}: {name} was compiled as the constant {value!r}, not {given}")
        fixed = {place for place, _, _ in self.constants}
        return [value for place, value in enumerate(values) if place not in fixed]

    def decode(self, bits: Sequence[int]) -> Any:
        """The function's value from the output bits; an error if a loop needs more iterations than were unrolled."""
        if self.turns is not None and bits[-1]:
            raise InputError(
                f"{self.name}: a `while` loop needs more than {self.turns} iterations for these arguments; compile it "
                f"with turns={2 * self.turns}"
            )
        return rebuilt(self.result, iter(int(b) for b in bits))


@validate_arguments
def circuit(
    function: Callable[..., Any], *, verify: bool = True, turns: int | None = None, **arguments: Any
) -> FunctionCircuit:
    """Compile a Python function to a circuit.

    The compiler parses the source and follows all paths, without running it. To verify the circuit, it then calls the
    function itself with some dozens of arguments; a difference from the circuit is an error.

    Args:
        function: Any function whose loops are bounded for the given ranges, or end within `turns` iterations.
        verify: Compare the circuit with the function.
        turns: How many iterations of a `while` loop to unroll. By default it is unrolled until it is known to have
            ended; if that is never known, or takes very many gates, 64 times. A further output then says whether it
            would have continued: `decode`, and so every run, refuses such arguments.
        arguments: The range of each parameter: `Int(lo, hi)`, `bool` (or True, False) for a truth value, an int for a
            constant, or a tuple or list of these.

    Returns:
        A circuit with `encode` and `decode` for its arguments and its value.

    Raises:
        FormatError: The source is outside of what circuits can follow; the message shows the line.

    Example:
        >>> def larger(a, b):
        ...     return a if a > b else b
        >>> tg.run(tg.circuit(larger, a=tg.Int(0, 9), b=tg.Int(0, 9)), (3, 7)).configuration.value
        7
    """
    return compile_circuit(function, arguments, verify, turns)


def compile_circuit(
    function: Callable[..., Any],
    arguments: dict[str, Any],
    verify: bool = True,
    turns: int | None = None,
    journal: Journal | None = None,
) -> FunctionCircuit:
    """What `circuit` returns; the journal notes which line each gate was made for."""
    if not isinstance(function, FunctionType):
        raise InputError(f"a circuit must be made from a Python function, not from {function!r}")
    if turns is not None and turns < 1:
        raise InputError(f"a loop must be unrolled for at least one iteration, not {turns}")
    shapes = tuple((name, shape_of_argument(name, value)) for name, value in arguments.items())
    made = follow_function(function, shapes, turns, journal)
    if verify:
        verify_function(function, made, {name: shape for name, shape in shapes if not has_bits(shape)})
    return made


def follow_function(
    function: FunctionType, shapes: tuple[tuple[str, Shape], ...], turns: int | None, journal: Journal | None = None
) -> FunctionCircuit:
    """The circuit of a function with arguments of these shapes; `turns` is for loops whose end is not known."""
    graph = Graph() if journal is None else journal.begin()
    follower = Statements(graph, turns=turns)
    inputs: list[tuple[str, int]] = []
    given = {name: symbolic(follower, name, shape, inputs) for name, shape in shapes}
    node, source = follower.tree(function)
    order = argument_names(node)
    unknown = [name for name in given if name not in order]
    if unknown:
        raise InputError(f"{function.__name__} has no argument {unknown[0]!r}; it has {', '.join(order)}")
    shapes = tuple(sorted(shapes, key=lambda pair: order.index(pair[0])))
    varying = tuple(pair for pair in shapes if has_bits(pair[1]))
    inputs = [pair for name, _ in varying for pair in inputs if belongs(pair[0], name)]
    follower.source = source

    def whole(_: ast.AST) -> tuple[list[tuple[str, int]], Shape]:
        follower.enter_line(node)  # which is left for the lines of the body: arguments and result are encoded in it
        value = follower.call(function, (), given, ast.Call(ast.Name(function.__name__), [], []))
        follower.lifting.require_outside_unchanged()
        return output_bits(follower, value, "out")

    try:
        outputs, shape = follower.at(node, whole)
    except FormatError:
        if turns is None and follower.undecided >= FEW_TURNS:
            return follow_function(function, shapes, TURNS, journal)
        raise
    overran = literal_of(follower.store.cells[OVERRAN])
    if overran != FALSE:
        outputs.append(("overran", overran))
    return FunctionCircuit(
        *emit_parts(graph, inputs, outputs),
        name=function.__name__,
        doc=(function.__doc__ or "").strip().split("\n")[0],
        arguments=varying,
        constants=tuple(
            (place, name, rebuilt(shape, iter(()))) for place, (name, shape) in enumerate(shapes) if not has_bits(shape)
        ),
        result=shape,
        turns=turns if overran != FALSE else None,
    )


def belongs(label: str, name: str) -> bool:
    return label == name or label.startswith((name + "[", name + "."))


def has_bits(shape: Shape) -> bool:
    return any(leaf.width for _, leaf in leaves(shape, ""))


def shape_of_argument(name: str, value: Any, depth: int = 0) -> Shape:
    if value is bool or isinstance(value, bool):
        return TRUTH
    if isinstance(value, Int):
        return Range(value.lo, value.hi)
    if isinstance(value, int):
        return Range(value, value, 0)
    if isinstance(value, tuple | list) and depth < DEEPEST:
        kind = "tuple" if isinstance(value, tuple) else "list"
        return kind, tuple(shape_of_argument(f"{name}[{i}]", item, depth + 1) for i, item in enumerate(value))
    raise InputError(
        f"{name} is given {short_repr(value)}; give Int(lo, hi), bool, an int, or a tuple or list of these"
    )


def symbolic(follower: Statements, name: str, shape: Shape, inputs: list[tuple[str, int]]) -> Item:
    """New variables for an argument, noted among the inputs."""
    if isinstance(shape, Range):
        return variable(follower, name, shape, inputs)
    items = [symbolic(follower, f"{name}[{index}]", item, inputs) for index, item in enumerate(shape[1])]
    return tuple(items) if shape[0] == "tuple" else follower.store.new_list(items)


def variable(follower: Statements, name: str, leaf: Range, inputs: list[tuple[str, int]]) -> Item:
    """A number of a range over new variables."""
    if not leaf.step:
        return leaf.lo
    literals = follower.graph.variables(leaf.width)
    inputs += zip(bit_names(name, leaf.width), literals, strict=True)
    if len(inputs) > MAX_INPUTS:
        raise InputError(f"more than {MAX_INPUTS:,} input bits")
    if leaf.truth:
        return bit(literals[0])
    return follower.words.of_bits(literals, leaf.lo, leaf.step, leaf.hi)


def output_bits(follower: Statements, value: Item, name: str) -> tuple[list[tuple[str, int]], Shape]:
    """The output bits of a value, with their names, and its shape."""
    follower.steps += 1
    if follower.steps > MAX_STEPS:
        raise follower.refuse(None, "the function returns too many items", expected="fewer")
    leaf = range_of(value)
    if leaf is not None:
        if leaf.truth:
            leaf = TRUTH
        return list(zip(bit_names(name, leaf.width), leaf_bits(follower, value, leaf), strict=True)), leaf
    follower.require_list(value)
    if follower.varies(value):
        return varying_bits(follower, value, name)
    if isinstance(value, tuple | Ref | Choice):
        parts = [output_bits(follower, item, f"{name}[{i}]") for i, item in enumerate(follower.items(value))]
        kind = "tuple" if isinstance(value, tuple) else "list"
        return [pair for bits, _ in parts for pair in bits], (kind, tuple(shape for _, shape in parts))
    why = f"the function's value {value.why}" if isinstance(value, Clash) else f"the function returns {kind_of(value)}"
    raise follower.refuse(None, why, expected="an int, a bool, or a tuple or list of these, on every path")


def varying_bits(follower: Statements, value: Item, name: str) -> tuple[list[tuple[str, int]], Shape]:
    """A list of varying length: its length, then the items for which it has room, 0 after the end."""
    items = [
        follower.store.either(there, item, False if isinstance(item, Bit | bool) else 0)
        for there, item in follower.guarded_items(value)
    ]
    if any(range_of(item) is None for item in items):
        raise follower.refuse(None, "the function returns a list of varying length", "ints or bools as its items")
    bits, shape = output_bits(follower, (follower.size(value), *items), name)
    assert isinstance(shape, tuple)
    return bits, ("varying", shape[1])


def leaf_bits(follower: Statements, value: Item, leaf: Range) -> list[int]:
    """The literals of a number in the code of a range."""
    if not leaf.step:
        return []
    return follower.words.bits(follower.number(value), leaf.lo, leaf.step, leaf.width)
