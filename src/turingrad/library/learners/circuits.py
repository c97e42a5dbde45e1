"""Parity by elimination as a circuit, for images of hundreds of pixels; other learners are Python: see programs.py.

Bits are 1 for +1 and 0 for -1. A circuit's inputs are in the order b (memory), x (sample), y (label).
"""

from __future__ import annotations

from turingrad.errors import InputError
from turingrad.library.learners.words import Word
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner

MAX_FEATURES = 4096
MAX_PARITY = 192  # its memory grows with the square; 13 x 13 images need 169


def parity_learner(features: int = 8) -> Learner:
    """Parity from samples by online elimination over GF(2), in row echelon form.

    With -1 as the bit 1, y = prod x_i over S is the linear form sum x_i over S. Memory: V[j], a row with first one at j
    is stored; R[j, k] for k > j, the rest of that row; Y[j], its label. A sample is reduced by the stored rows from the
    left; if ones are left that met no row, what is left is stored as the row of the first of them. Once all V are set,
    any x reduces to zero, and the labels on the way add up to its answer. 2n + n(n-1)/2 bits.
    """
    n = checked_features("parity", features, MAX_PARITY)
    bits = 2 * n + n * (n - 1) // 2

    def memory(make: CircuitBuilder) -> tuple[Word, Word, dict[tuple[int, int], int]]:
        b = make.inputs("b", bits)
        pairs = [(j, k) for j in range(n) for k in range(j + 1, n)]
        return b[:n], b[n : 2 * n], dict(zip(pairs, b[2 * n :], strict=True))

    def reduced(make: CircuitBuilder, V: Word, Y: Word, R: dict[tuple[int, int], int], x: Word) -> tuple[int, Word]:
        """The sum of the labels of the rows used, and what is left of the sample: ones that met no row."""
        z = [make.not_(bit) for bit in x]
        label, left = make.const(0), []
        for j in range(n):
            use = make.and_(z[j], V[j])
            label = make.xor(label, make.and_(use, Y[j]))
            z = z[: j + 1] + [make.xor(z[k], make.and_(use, R[j, k])) for k in range(j + 1, n)]
            left.append(make.and_(z[j], make.not_(V[j])))
        return label, left

    predict = CircuitBuilder()
    V, Y, R = memory(predict)
    label, _ = reduced(predict, V, Y, R, predict.inputs("x", n))
    predict.output("prediction", predict.not_(label))

    update = CircuitBuilder()
    V, Y, R = memory(update)
    x, y = update.inputs("x", n), update.input("y")
    label, left = reduced(update, V, Y, R, x)
    value = update.xor(update.not_(y), label)
    first = [update.and_(left[j], *(update.not_(left[i]) for i in range(j))) for j in range(n)]
    update.output_word("V", [update.or_(V[j], first[j]) for j in range(n)])
    update.output_word("Y", [update.or_(Y[j], update.and_(first[j], value)) for j in range(n)])
    update.output_word("R", [update.or_(R[j, k], update.and_(first[j], left[k])) for j, k in R])

    done = CircuitBuilder()
    V, _, _ = memory(done)
    done.output("done", done.and_(*V))
    doc = "Parity of an unknown subset, by online elimination over GF(2)."
    return Learner(
        (0,) * bits, n, predict.build("predict"), update.build("update"), done.build("done"), name="parity", doc=doc
    )


def checked_features(name: str, features: int, largest: int = MAX_FEATURES) -> int:
    if not 1 <= features <= largest:
        raise InputError(f"learner {name!r} takes 1 to {largest} features, not {features}")
    return features
