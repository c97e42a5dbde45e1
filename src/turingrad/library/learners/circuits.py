"""Learning algorithms as circuits: parity by elimination, majority, conjunction by elimination, perceptron.

Bits are 1 for +1 and 0 for -1. A circuit's inputs are in the order b (memory), x (sample), y (label).
"""

from __future__ import annotations

from turingrad.errors import InputError
from turingrad.library.learners.words import Word, equals, extend, increment, negate_if, step, sum_of
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


def conjunction_learner(features: int = 8) -> Learner:
    """Conjunction by elimination: begin with all 2n literals; each positive sample strikes out those that it falsifies.

    The hypothesis always implies the target, so it only errs on positive samples: it is a learner that updates on
    errors (Lemma 3). Memory: struck[j] for the literal x_j, struck[n + j] for its negation.
    """
    n = checked_features("conjunction", features)
    predict = CircuitBuilder()
    b, x = predict.inputs("b", 2 * n), predict.inputs("x", n)
    positive = [predict.or_(b[j], x[j]) for j in range(n)]
    negative = [predict.or_(b[n + j], predict.not_(x[j])) for j in range(n)]
    predict.output("prediction", predict.and_(*positive, *negative))
    update = CircuitBuilder()
    b, x, y = update.inputs("b", 2 * n), update.inputs("x", n), update.input("y")
    struck = [update.or_(b[j], update.and_(y, update.not_(x[j]))) for j in range(n)]
    struck += [update.or_(b[n + j], update.and_(y, x[j])) for j in range(n)]
    update.output_word("struck", struck)
    doc = "Conjunction of unknown literals, by elimination on errors."
    return Learner(
        (0,) * (2 * n), n, predict.build("predict"), update.build("update"), on_error=True, name="conjunction", doc=doc
    )


def majority_learner(features: int = 8, samples: int = 32) -> Learner:
    """Majority of some features with unknown signs, by counting agreements.

    A counter for each feature goes up where x_j = y and down otherwise, from 0 to ±samples. After `samples` samples a
    feature votes, with its counter's sign, if the counter is at least samples / 4 away from 0: a feature of the
    majority agrees on average by samples / 2 (three voters) and others by 0. Ties count as -1.
    """
    n = checked_features("majority", features)
    if samples < 4 or samples > 1 << 20 or samples & (samples - 1):
        raise InputError(f"majority: the number of samples is a power of two from 4 to 2^20, not {samples}")
    width = samples.bit_length() + 1  # two's complement up to ±samples
    clock = samples.bit_length()  # counts 0 .. samples
    bits = n * width + clock

    def memory(make: CircuitBuilder) -> tuple[list[Word], Word]:
        b = make.inputs("b", bits)
        return [b[j * width : (j + 1) * width] for j in range(n)], b[n * width :]

    predict = CircuitBuilder()
    counters, _ = memory(predict)
    x = predict.inputs("x", n)
    votes = []
    for counter, bit in zip(counters, x, strict=True):
        negative = counter[-1]
        size = negate_if(predict, counter, negative)
        strong = predict.or_(*size[(samples // 4).bit_length() - 1 :])
        agrees = predict.xor(negative, bit)
        votes.append([strong, predict.and_(strong, predict.not_(agrees))])  # 1 -> 01, -1 -> 11, no vote -> 00
    total = sum_of(predict, votes)
    predict.output("prediction", predict.and_(predict.not_(total[-1]), predict.or_(*total)))

    update = CircuitBuilder()
    counters, seen = memory(update)
    x, y = update.inputs("x", n), update.input("y")
    new = [step(update, counter, update.not_(update.xor(bit, y))) for counter, bit in zip(counters, x, strict=True)]
    update.output_word("counter", [bit for counter in new for bit in counter])
    update.output_word("seen", increment(update, seen))

    done = CircuitBuilder()
    _, seen = memory(done)
    done.output("done", equals(done, seen, samples))
    doc = f"Majority of features with unknown signs, from agreements counted over {samples} samples."
    return Learner(
        (0,) * bits, n, predict.build("predict"), update.build("update"), done.build("done"), name="majority", doc=doc
    )


def perceptron_learner(features: int = 8, width: int = 4) -> Learner:
    """The perceptron with integer weights and a bias of `width` bits, saturating at ±(2^(width-1) - 1).

    Predicts +1 where w . x + w_0 > 0; on an error each weight moves by y x_j. It updates on errors by nature (Lemma 3).
    """
    n = checked_features("perceptron", features)
    if not 2 <= width <= 16:
        raise InputError(f"perceptron: weights have 2 to 16 bits, not {width}")
    bits = (n + 1) * width

    def memory(make: CircuitBuilder) -> list[Word]:
        b = make.inputs("b", bits)
        return [b[j * width : (j + 1) * width] for j in range(n + 1)]

    predict = CircuitBuilder()
    weights = memory(predict)
    x = predict.inputs("x", n)
    terms = [negate_if(predict, w, predict.not_(bit)) for w, bit in zip(weights, x, strict=False)]
    total = sum_of(predict, [*terms, extend(predict, weights[n], width + 1)])
    predict.output("prediction", predict.and_(predict.not_(total[-1]), predict.or_(*total)))
    update = CircuitBuilder()
    weights = memory(update)
    x, y = update.inputs("x", n), update.input("y")
    up = [*(update.not_(update.xor(bit, y)) for bit in x), y]
    new = [step(update, w, u) for w, u in zip(weights, up, strict=True)]
    update.output_word("w", [bit for w in new for bit in w])
    doc = f"Perceptron with {width}-bit integer weights."
    return Learner(
        (0,) * bits, n, predict.build("predict"), update.build("update"), on_error=True, name="perceptron", doc=doc
    )


def checked_features(name: str, features: int, largest: int = MAX_FEATURES) -> int:
    if not 1 <= features <= largest:
        raise InputError(f"learner {name!r} takes 1 to {largest} features, not {features}")
    return features
