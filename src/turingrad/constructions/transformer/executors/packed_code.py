"""The vector part of `packed_one_tape`: the rows of all layers of a pass, in the compiler's own language."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from turingrad.constructions.transformer.executors.packed_words import (
    AFTER,
    BEFORE,
    EDGE_ROW,
    FOUND,
    LANES,
    OUTPUT,
    PAIR,
    REACHED,
    READ,
    Words,
)

WORD, INDEX = ir.IntType(64), ir.IntType(64)
ROW = ir.VectorType(WORD, LANES)
PART = {name: place for place, name in enumerate(Words._fields)}


class Rows:
    """An array (groups, rows, LANES) of words as the compiler's values: one group's rows, a register each."""

    def __init__(self, build: Any, array: Any, group: Any) -> None:
        self.build = build
        rows = build.extract_value(array.shape, array.shape.type.count - 2)
        self.first = build.bitcast(array.data, ROW.as_pointer())
        self.first = build.gep(self.first, [build.mul(group, rows)])

    def load(self, row: Any) -> Any:
        return self.build.load(self.build.gep(self.first, [row]), align=8)

    def store(self, value: Any, row: Any) -> None:
        self.build.store(value, self.build.gep(self.first, [row]), align=8)


def broadcast(build: Any, number: Any) -> Any:
    one = build.insert_element(ir.Constant(ROW, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return build.shuffle_vector(one, ir.Constant(ROW, ir.Undefined), lanes)


@intrinsic
def words_of_a_pass(
    _context: Any,
    hidden: Any,
    row: Any,
    group: Any,
    words: Any,
    found_by: Any,
    numbers: Any,
    places: Any,
    adder: Any,
    at_wall: Any,
) -> Any:
    """Store the rows of all layers of one pass, for one group of words."""

    def generate(context: Any, build: Any, signature: Any, given: Any) -> Any:
        def constant(number: int) -> Any:
            return ir.Constant(INDEX, number)

        def rows_of(kind: Any, value: Any, group: Any) -> Rows:
            return Rows(build, context.make_array(kind)(context, build, value), group)

        def table(name: str) -> Rows:
            part = PART[name]
            return rows_of(signature.args[3].types[part], build.extract_value(given[3], part), given[2])

        def join(*values: Any) -> Any:
            result = values[0]
            for value in values[1:]:
                result = build.or_(result, value)
            return result

        def place_bits(field: Any, number: Any) -> Any:
            """The bits of a number that stand in these words where it is in a field."""
            first = build.mul(field, constant(3))
            left, right, kept = (fields.load(build.add(first, constant(i))) for i in range(3))
            return build.and_(build.lshr(build.shl(broadcast(build, number), left), right), kept)

        def of_place(row: int) -> Any:
            return by_place.load(build.add(build.mul(place, constant(4)), constant(row)))

        def of_outcome(row: int) -> Any:
            return by_outcome.load(build.add(build.mul(outcome, constant(3)), constant(row)))

        hidden_shape = context.make_array(signature.args[0])(context, build, given[0]).shape
        groups, layers = build.extract_value(hidden_shape, 1), build.extract_value(hidden_shape, 2)
        masks_shape = context.make_array(signature.args[4])(context, build, given[4]).shape
        searches = build.extract_value(masks_shape, 1)
        kept = rows_of(signature.args[0], given[0], build.add(build.mul(given[1], groups), given[2]))
        masks = rows_of(signature.args[4], given[4], given[2])
        by_place, by_outcome, fields = table("by_place"), table("by_outcome"), table("fields")
        time, cell, target, carried, earlier = (build.extract_value(given[5], i) for i in range(5))
        place, outcome = (build.extract_value(given[6], i) for i in range(2))
        known = join(place_bits(constant(0), time), place_bits(constant(1), cell))
        towards = place_bits(constant(2), target)
        before = join(of_place(BEFORE), known)
        keeps = build.trunc(build.extract_value(given[3], PART["keeps"]), ir.IntType(1))
        kept.store(before, constant(0))
        kept.store(join(of_place(PAIR), build.select(keeps, before, known)), constant(1))
        after = join(of_place(AFTER), known)
        at_wall = broadcast(build, build.sext(build.trunc(given[8], ir.IntType(1)), WORD))
        edge = build.and_(fields.load(constant(EDGE_ROW)), at_wall)
        kept.store(join(after, place_bits(given[7], carried), edge), constant(2))
        searching = join(after, towards)
        kept.store(searching, constant(3))
        found = join(of_outcome(FOUND), place_bits(constant(3), earlier))
        with cgutils.for_range_slice(build, constant(0), searches, constant(1)) as (search, _):
            kept.store(join(searching, build.and_(found, masks.load(search))), build.add(search, constant(4)))
        reached = of_place(REACHED)
        kept.store(join(reached, towards, of_outcome(READ)), build.add(searches, constant(4)))
        output = join(reached, of_outcome(OUTPUT), place_bits(constant(1), target))
        after_read = build.add(searches, constant(5))  # the output, and identity layers
        with cgutils.for_range_slice(build, after_read, layers, constant(1)) as (layer, _):
            kept.store(output, layer)
        return context.get_dummy_value()

    return types.void(hidden, row, group, words, found_by, numbers, places, adder, at_wall), generate
