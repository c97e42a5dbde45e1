"""The vector part of `lanes`: the values of all vertices, a row of numbers each, in the compiler's own language."""

from __future__ import annotations

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 4  # of 64 bits: one vector register
ROW = ir.VectorType(ir.DoubleType(), LANES)
FLAGS = ir.VectorType(ir.IntType(1), LANES)
INDEX = ir.IntType(64)
BITS = ir.VectorType(INDEX, LANES)
SIGN = 1 << 63
TWO = 1 << 62  # the bits of the number 2, the activation's ceiling
ALL = ir.Constant(FLAGS, [1] * LANES)


def bits_of(value: int) -> ir.Constant:
    return ir.Constant(BITS, [value & (1 << 64) - 1] * LANES)


def row_of(value: float) -> ir.Constant:
    return ir.Constant(ROW, [value] * LANES)


@intrinsic
def rows_of_vertices(
    _context: Any, weight: Any, start: Any, source: Any, first: Any, shown: Any, e0: Any, e1: Any, knee: Any, top: Any
) -> Any:
    """Fill the rows of `shown` from vertex `first` on; the lanes (bits) in which a vertex was on a ramp."""

    def generate(context: Any, build: Any, signature: Any, given: Any) -> Any:
        weights, starts, sources, rows = (
            context.make_array(signature.args[i])(context, build, given[i]) for i in (0, 1, 2, 4)
        )
        vertices = build.extract_value(rows.shape, 0)
        e0, e1, knee, top = (broadcast(build, number) for number in given[5:])

        def row(vertex: Any) -> Any:
            place = build.gep(rows.data, [build.mul(vertex, ir.Constant(INDEX, LANES))])
            return build.bitcast(place, ROW.as_pointer())

        def index(array: Any, place: Any) -> Any:
            return build.zext(build.load(build.gep(array.data, [place])), INDEX)

        alloca: Any = cgutils.alloca_once
        total, ramps = alloca(build, ROW), alloca(build, FLAGS)
        build.store(ir.Constant(FLAGS, [0] * LANES), ramps)
        one = ir.Constant(INDEX, 1)
        with cgutils.for_range_slice(build, given[3], vertices, one) as (vertex, _):
            build.store(row_of(0.0), total)
            edges = index(starts, vertex), index(starts, build.add(vertex, one))
            with cgutils.for_range_slice(build, *edges, one) as (edge, _):
                arriving = build.load(row(index(sources, edge)), align=8)
                part = build.fmul(arriving, broadcast(build, build.load(build.gep(weights.data, [edge]))))
                build.store(build.fadd(build.load(total), part), total)
            x = build.load(total)
            bits = build.bitcast(x, BITS)
            size = build.bitcast(build.and_(bits, bits_of(~SIGN)), ROW)  # |x|
            flat = build.bitcast(build.or_(build.and_(bits, bits_of(SIGN)), bits_of(TWO)), ROW)  # 2, with the sign of x
            low, high = build.fcmp_ordered("<=", size, e0), build.fcmp_ordered(">=", size, top)
            value = build.select(low, row_of(0.0), build.select(high, flat, x))
            build.store(value, row(vertex), align=8)
            lower = build.and_(build.xor(low, ALL), build.fcmp_ordered("<", size, e1))
            upper = build.and_(build.xor(high, ALL), build.fcmp_ordered(">", size, knee))
            build.store(build.or_(build.load(ramps), build.or_(lower, upper)), ramps)
        return build.zext(build.bitcast(build.load(ramps), ir.IntType(LANES)), INDEX)

    return types.int64(weight, start, source, first, shown, e0, e1, knee, top), generate


def broadcast(build: Any, number: Any) -> Any:
    """A row with the same number in every lane."""
    one = build.insert_element(ir.Constant(ROW, ir.Undefined), number, ir.Constant(ir.IntType(32), 0))
    places = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return build.shuffle_vector(one, ir.Constant(ROW, ir.Undefined), places)
