"""The learning metaalgorithm of Corollary 1, and Remark 11's version that needs no bound on the samples.

Corollary 1 lists all short programs; here the list is given, as learners, and "interrupt what takes more than n^c
steps" is moot, since a circuit's time is its depth. A learner that is not done by its own account counts as wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turingrad.errors import InputError
from turingrad.library.learners.counted import MAX_SAMPLES
from turingrad.library.learners.words import Word, constant, equals, increment, less, select
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.learner import Learner
from turingrad.machine.learner.step import embed, step_circuit

Wires = tuple[list[Word], list[Word], Word, Word, Word, Word]  # memories, scores, clock, size, won, kept


def metaalgorithm(learners: Sequence[Learner], train: int, validate: int) -> Learner:
    """Make the learner of Corollary 1, which runs several learners and answers with the best of them.

    It trains all of them in parallel, counts how many further samples each predicts correctly, then answers with the
    best (the first of equals). Memory: all memories, the scores, a clock.

    Args:
        learners: The learners.
        train: How many samples they are trained on.
        validate: How many further samples score them.

    Returns:
        The learner.

    Raises:
        InputError: The learners differ in their features.

    Example:
        >>> from turingrad.library import load_learner, metaalgorithm
        >>> both = [load_learner(name, form="learner", features=3) for name in ("parity", "dictator")]
        >>> metaalgorithm(both, train=4, validate=4).features
        3
    """
    for count, what in ((train, "train on"), (validate, "validate with")):
        if not 1 <= count <= MAX_SAMPLES:
            raise InputError(f"the number of samples to {what} must be 1 to {MAX_SAMPLES}, not {count}")
    bench = Bench(learners, score_width=validate.bit_length())
    clock_width = (train + validate).bit_length()

    def memory(make: CircuitBuilder) -> tuple[list[Word], list[Word], Word]:
        return *bench.inputs(make), make.inputs("clock", clock_width)

    update = CircuitBuilder()
    memories, scores, clock = memory(update)
    x, y, r = bench.sample(update)
    training = less(update, clock, constant(update, train, clock_width))
    trained = bench.train_each(update, memories, x, y, r)
    scored = bench.score(update, memories, scores, x, y)
    for name, old, new in (("b", memories, trained), ("score", scores, scored)):
        for i, (before, after) in enumerate(zip(old, new, strict=True)):
            chosen = (after, before) if name == "b" else (before, after)
            update.output_word(f"{name}{i}", select(update, training, *chosen))
    update.output_word("clock", increment(update, clock))

    predict = CircuitBuilder()
    memories, scores, _ = memory(predict)
    x = predict.inputs("x", bench.features)
    winner = bench.winner(predict, scores)
    votes = [
        predict.and_(wins, embed(predict, learner.predict, [*b, *x])[0])
        for wins, learner, b in zip(winner, learners, memories, strict=True)
    ]
    predict.output("prediction", predict.or_(*votes))

    done = CircuitBuilder()
    _, _, clock = memory(done)
    done.output("done", equals(done, clock, train + validate))
    names = ", ".join(learner.name or "?" for learner in learners)
    return Learner(
        bench.initial((0,) * clock_width),
        bench.features,
        predict.build("predict"),
        update.build("update"),
        done.build("done"),
        bench.random_bits,
        name="metaalgorithm",
        doc=f"The best of {names}, trained on {train} samples and validated with {validate}.",
    )


def doubling(learners: Sequence[Learner], phases: int) -> Learner:
    """Remark 11: find the learner that is best when trained on 1 sample, then on 2, on 4, ...

    Phase k trains all learners from the start on 2^k samples, validates them with 2^k more, and keeps the winner and
    its memory to answer with; so after any number of samples the answers are about as good as the best learner's after
    a quarter of them. After the last of the `phases` the memory stays. Memory: all memories, the scores, the clock of
    the phase, the phase's size (a single one that moves left), who won last, and what the winner remembered.
    """
    if not 1 <= phases <= 32:
        raise InputError(f"the number of phases must be 1 to 32, not {phases}")
    bench = Bench(learners, score_width=phases)
    widest = max(len(learner.memory) for learner in learners)

    def memory(make: CircuitBuilder) -> Wires:
        memories, scores = bench.inputs(make)
        clock, size = make.inputs("clock", phases + 1), make.inputs("size", phases)
        return memories, scores, clock, size, make.inputs("won", len(learners)), make.inputs("kept", widest)

    update = doubling_update(bench, memory, phases, widest)
    predict = CircuitBuilder()
    *_, won, kept = memory(predict)
    x = predict.inputs("x", bench.features)
    votes = [
        predict.and_(wins, embed(predict, learner.predict, [*kept[: len(learner.memory)], *x])[0])
        for wins, learner in zip(won, learners, strict=True)
    ]
    predict.output("prediction", predict.or_(*votes))
    start = (0,) * (phases + 1) + (1,) + (0,) * (phases - 1) + (0,) * (len(learners) + widest)
    return Learner(
        bench.initial(start),
        bench.features,
        predict.build("predict"),
        update,
        None,
        bench.random_bits,
        name="doubling",
        doc=f"The best of {len(learners)} learners after 1, 2, 4, ..., {1 << (phases - 1)} samples.",
    )


def doubling_update(bench: Bench, memory: Callable[[CircuitBuilder], Wires], phases: int, widest: int) -> Circuit:
    """A sample of phase k: train or validate, tick, and where 2^(k+1) samples are over keep the winner, begin anew."""
    make = CircuitBuilder()
    memories, scores, clock, size, won, kept = memory(make)
    x, y, r = bench.sample(make)
    running = make.or_(*size)
    training = less(make, clock, [*size, make.const(0)])
    trained = bench.train_each(make, memories, x, y, r)
    scored = bench.score(make, memories, scores, x, y)
    ticked = increment(make, clock)
    over = make.equal(ticked, [make.const(0), *size])  # 2 size
    winner = bench.winner(make, scored)

    def output(name: str, start: Sequence[int], within: Word, before: Word) -> None:
        anew = select(make, over, [make.const(bit) for bit in start], within)
        make.output_word(name, select(make, running, anew, before))

    for i, learner in enumerate(bench.learners):
        output(f"b{i}", learner.memory, select(make, training, trained[i], memories[i]), memories[i])
    for i in range(len(bench.learners)):
        output(f"score{i}", [0] * phases, select(make, training, scores[i], scored[i]), scores[i])
    output("clock", [0] * (phases + 1), ticked, clock)
    finishing = make.and_(running, over)
    make.output_word("size", select(make, finishing, [make.const(0), *size[:-1]], size))
    make.output_word("won", select(make, finishing, winner, won))
    best = [
        make.or_(*(make.and_(wins, b[k]) for wins, b in zip(winner, memories, strict=True) if k < len(b)))
        for k in range(widest)
    ]
    make.output_word("kept", select(make, finishing, best, kept))
    return make.build("update")


class Bench:
    """Learners side by side: their memories, their scores, and what happens to them with a sample."""

    def __init__(self, learners: Sequence[Learner], score_width: int) -> None:
        if not learners:
            raise InputError("the metaalgorithm needs at least one learner")
        if len({learner.features for learner in learners}) != 1:
            raise InputError("the learners of a metaalgorithm have the same number of features")
        self.learners = tuple(learners)
        self.features = learners[0].features
        self.random_bits = sum(learner.random_bits for learner in learners)
        self.score_width = score_width

    def initial(self, rest: tuple[int, ...]) -> tuple[int, ...]:
        memories = tuple(bit for learner in self.learners for bit in learner.memory)
        return memories + (0,) * (self.score_width * len(self.learners)) + rest

    def inputs(self, make: CircuitBuilder) -> tuple[list[Word], list[Word]]:
        """The wires of the memories and of the scores."""
        memories = [make.inputs(f"b{i}", len(learner.memory)) for i, learner in enumerate(self.learners)]
        return memories, [make.inputs(f"score{i}", self.score_width) for i in range(len(self.learners))]

    def sample(self, make: CircuitBuilder) -> tuple[Word, int, list[Word]]:
        """x, y, and each learner's own random bits."""
        x, y = make.inputs("x", self.features), make.input("y")
        return x, y, [make.inputs(f"r{i}", learner.random_bits) for i, learner in enumerate(self.learners)]

    def train_each(self, make: CircuitBuilder, memories: list[Word], x: Word, y: int, r: list[Word]) -> list[Word]:
        """The memories after one step of each learner."""
        return [
            embed(make, step_circuit(learner), [*b, *x, y, *coins])[1:]
            for learner, b, coins in zip(self.learners, memories, r, strict=True)
        ]

    def score(self, make: CircuitBuilder, memories: list[Word], scores: list[Word], x: Word, y: int) -> list[Word]:
        """The scores after one more prediction of each."""
        result = []
        for learner, b, score in zip(self.learners, memories, scores, strict=True):
            (prediction,) = embed(make, learner.predict, [*b, *x])
            right = make.not_(make.xor(prediction, y))
            if learner.done is not None:
                right = make.and_(right, *embed(make, learner.done, b))
            result.append(select(make, right, increment(make, score), score))
        return result

    def winner(self, make: CircuitBuilder, scores: list[Word]) -> Word:
        """One wire per learner, 1 for the first with the highest score."""
        wins = [make.const(1)] + [make.const(0)] * (len(scores) - 1)
        best = scores[0]
        for i in range(1, len(scores)):
            better = less(make, best, scores[i])
            best = select(make, better, scores[i], best)
            wins = [make.and_(win, make.not_(better)) for win in wins[:i]] + [better] + wins[i + 1 :]
        return wins
