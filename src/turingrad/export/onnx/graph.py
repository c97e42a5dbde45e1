"""Graphs by operator: `op("Add", a, b)` returns the name of its result; numbers and arrays become constants.

Weights are constants under the names that they have in the network's state; every other constant stands once, in the
outermost graph, however often it is used: the bodies of loops see outer names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from turingrad._support.arrays import Array
from turingrad.errors import InputError, LimitError
from turingrad.export.installed import import_extra

OLDEST_OPSET, IR = 18, 10
MAX_BYTES = (1 << 31) - (1 << 20)  # of a protobuf file
Shapes = Mapping[str, tuple[int | None, ...]]
"""Of a cache: its keys and values, layer by layer, by name; None is the axis along which they grow."""


def onnx_module(name: str = "onnx") -> Any:
    """onnx or onnxruntime, or a module of them."""
    return import_extra(name, "onnx")


@dataclass(frozen=True, slots=True)
class Value:
    """The type of an input, an output, or what a loop carries. `shape`: a number, a name, or None if unknown."""

    name: str
    dtype: str
    shape: tuple[int | str | None, ...] = ()


def pairs(names: Sequence[str]) -> list[tuple[str, str]]:
    """Keys and values of a cache, layer by layer, of what a loop carries in a row."""
    return list(zip(names[::2], names[1::2], strict=True))


def empty_caches(shapes: Shapes, kind: npt.DTypeLike) -> dict[str, Array]:
    return {name: np.zeros([size or 0 for size in shape], kind) for name, shape in shapes.items()}


class Graph:
    """Collects nodes, constants, inputs and outputs. `dtype` is what the network computes in."""

    def __init__(self, dtype: str, opset: int = OLDEST_OPSET) -> None:
        self.helper, self.numpy = onnx_module("onnx.helper"), onnx_module("onnx.numpy_helper")
        newest = int(onnx_module("onnx.defs").onnx_opset_version())
        if not OLDEST_OPSET <= opset <= newest:
            raise InputError(f"the opset must be {OLDEST_OPSET} to {newest}, not {opset}")
        self.dtype, self.opset = dtype, opset
        self.nodes: list[Any] = []
        self.constants: dict[str, Array] = {}
        self.names: dict[tuple[str, tuple[int, ...], bytes], str] = {}
        self.inputs: list[Value] = []
        self.outputs: list[Value] = []
        self.count = self.bytes = 0

    # ---- constants ---------------------------------------------------------------------------------------------

    def number(self, value: Any) -> Array:
        """A constant in the network's own format."""
        return np.asarray(value, self.dtype)

    def weight(self, name: str, values: npt.ArrayLike, dtype: str | None = None) -> str:
        """A weight under its name in the network; refused where the format does not hold it."""
        exact = np.asarray(values)
        array = np.array(exact, dtype or self.dtype, order="C")  # of a number too: no axis is added
        if not np.array_equal(array.astype(np.float64), exact.astype(np.float64)):
            raise InputError(f"{name} has a number that {dtype or self.dtype} does not hold")
        if name in self.constants:
            raise InputError(f"two weights are called {name}")
        self._add(name, array)
        return name

    def constant(self, value: npt.ArrayLike) -> str:
        array = np.asarray(value)
        key = (str(array.dtype), array.shape, array.tobytes())
        if key not in self.names:
            self.names[key] = f"constant.{len(self.names)}"
            self._add(self.names[key], array)
        return self.names[key]

    def _add(self, name: str, array: Array) -> None:
        self.bytes += array.nbytes
        if self.bytes > MAX_BYTES:
            raise LimitError(f"the constants of this graph are more than {MAX_BYTES:,} bytes, the most of an ONNX file")
        self.constants[name] = array

    # ---- nodes -------------------------------------------------------------------------------------------------

    def fresh(self, prefix: str = "n") -> str:
        self.count += 1
        return f"{prefix}.{self.count}"

    def op(self, kind: str, *inputs: Any, result: str | None = None, **attributes: Any) -> str:
        (name,) = self.ops(kind, *inputs, results=(result or self.fresh(),), **attributes)
        return name

    def ops(self, kind: str, *inputs: Any, results: Sequence[str], **attributes: Any) -> tuple[str, ...]:
        """A node of several results. Inputs are names, or numbers, lists and arrays, which become constants."""
        names = [each if isinstance(each, str) else self.constant(each) for each in inputs]
        self.nodes.append(self.helper.make_node(kind, names, list(results), **attributes))
        return tuple(results)

    def cast(self, value: str, dtype: str) -> str:
        return self.op("Cast", value, to=self.element(dtype))

    def input(self, name: str, dtype: str, *shape: int | str | None) -> str:
        self.inputs.append(Value(name, dtype, shape))
        return name

    def state(self, name: str, values: npt.ArrayLike, *shape: int | str | None) -> str:
        """An input with a default: what the network's trained numbers are now."""
        self.weight(name, values)
        return self.input(name, self.dtype, *shape)

    def output(self, name: str, value: str, dtype: str, *shape: int | str | None) -> None:
        self.op("Identity", value, result=name)
        self.outputs.append(Value(name, dtype, shape))

    def caches(self, shapes: Shapes) -> list[tuple[str, str]]:
        """As inputs."""
        named = {name: ["past" if size is None else size for size in shape] for name, shape in shapes.items()}
        return pairs([self.input(name, self.dtype, *shape) for name, shape in named.items()])

    def caches_after(self, shapes: Shapes, caches: Sequence[tuple[str, str]]) -> None:
        """As outputs."""
        values = [value for pair in caches for value in pair]
        for (name, shape), value in zip(shapes.items(), values, strict=True):
            named = ["past_after" if size is None else size for size in shape]
            self.output(f"{name}_after", value, self.dtype, *named)

    def loop(
        self,
        most: str,
        carried: Sequence[tuple[str, Value]],
        body: Callable[..., tuple[str, Sequence[str], Sequence[tuple[str, Value]]]],
    ) -> tuple[str, ...]:
        """`body(iteration, *carried)` returns whether to go on, what is carried on, and what is collected (a row a
        round). `carried` pairs each first value with its type. Returns the last carried values, then the collections.
        """
        go_on = self.constant(True)
        outer, self.nodes = self.nodes, []
        iteration, going = self.fresh("iteration"), self.fresh("going")
        names = [self.fresh(value.name) for _, value in carried]
        again, last, collected = body(iteration, *names)
        results = [self.op("Identity", name) for name in (again, *last, *(name for name, _ in collected))]
        kinds = [Value("", "bool"), *(value for _, value in carried), *(value for _, value in collected)]
        given = [Value(iteration, "int64"), Value(going, "bool")]
        given += [replace(value, name=name) for name, (_, value) in zip(names, carried, strict=True)]
        returned = [replace(kind, name=name) for name, kind in zip(results, kinds, strict=True)]
        inner = self.helper.make_graph(self.nodes, self.fresh("body"), self.infos(given), self.infos(returned))
        self.nodes = outer
        starts = [start for start, _ in carried]
        found = [self.fresh() for _ in (*carried, *collected)]
        return self.ops("Loop", most, go_on, *starts, results=found, body=inner)

    # ---- the model ---------------------------------------------------------------------------------------------

    def element(self, dtype: str) -> int:
        return int(self.helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))

    def infos(self, values: Sequence[Value]) -> list[Any]:
        make = self.helper.make_tensor_value_info
        return [make(value.name, self.element(value.dtype), list(value.shape)) for value in values]

    def model(self, name: str, metadata: dict[str, str]) -> Any:
        """The checked ModelProto."""
        made = self.helper.make_graph(
            self.nodes,
            name,
            self.infos(self.inputs),
            self.infos(self.outputs),
            [self.numpy.from_array(array, key) for key, array in self.constants.items()],
        )
        opsets = [self.helper.make_opsetid("", self.opset)]
        model = self.helper.make_model(made, opset_imports=opsets, ir_version=IR, producer_name="turingrad")
        self.helper.set_model_props(model, metadata)
        onnx_module("onnx.checker").check_model(model)
        return model
