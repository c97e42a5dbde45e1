"""Section 4.1, what follows: any learner, Example 1, sizes, the metaalgorithm, random bits."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np

from turingrad import tasks
from turingrad._support.arrays import Signs
from turingrad.constructions import drive
from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.emulation.claims import sizes
from turingrad.constructions.emulation.claims.exact import INTENTION, SCHEME, learns_when_done, library_learner
from turingrad.constructions.emulation.claims.sizes import paper_gamma, remark_10
from turingrad.constructions.emulation.executors.trainers import NOTHING, Trainer
from turingrad.library.learners.counted import at_squares, stop_after
from turingrad.library.learners.example_1 import Span, example_1, with_coins
from turingrad.library.learners.machines import MACHINES
from turingrad.library.learners.metaalgorithm import doubling, metaalgorithm
from turingrad.machine.learner import Learner
from turingrad.machine.learner import run as learner_run

HERE = "turingrad.constructions.emulation.claims.learning"
NAMES = ("last-label", "parity", "dictator", "conjunction")
COINS = "turingrad.machine.learner.run.coins"
LEARNING = "turingrad.constructions.emulation.executors.learning"
TRAINERS = "turingrad.constructions.emulation.executors.trainers"
CLAIMS = Claims("abbe-sandon")


def coins_of(bit: int) -> Any:
    def coins(learner: Learner, _seed: int, samples: int) -> tuple[Any, Any]:
        return np.full((samples, learner.random_bits), bit, np.uint8), np.full(samples, bit, np.uint8)

    return coins


def train_on_bits(trainer: Trainer[Any], rows: Signs, labels: Signs) -> list[float]:
    """`Trainer.train` with the labels F(x) in {0, 1} that Theorem 4 prints."""
    found: list[float] = trainer.watch(rows, (labels > 0).astype(np.int8), NOTHING)[0].tolist()
    return found


@CLAIMS.state(
    "Theorem 4",
    where="section 4.1",
    statement="Trained on labels 2F(x) - 1 and guessing while it learns, the net learns from an unbiased half of the "
    "samples, and then computes what the algorithm computes.",
    mutations=(
        mutation("labels F(x) in {0, 1}, as printed", f"{TRAINERS}.Trainer.train", train_on_bits),
        mutation("the guess is always 1", COINS, coins_of(1)),
        mutation("a learner that is done goes on", INTENTION, learns_when_done),
    ),
    code=(f"{LEARNING}.learn_exactly", f"{SCHEME}.intention"),
    status="corrected",
    erratum="labels F(x) in {0, 1} are printed; they must be 2F(x) - 1, as in Lemma 3 and Theorem 5, since a label 0 "
    "moves weights to 0",
    leaves_out="parity of 6 bits, 15 problems",
)
def half_of_the_samples_unbiased() -> Figures:
    """Parity of 6 bits, 15 problems: all learned; the samples learned from are half of those seen, of both labels. A
    learner that is done after 8 samples computes then, and learns no more, whatever the labels."""
    seen = learned = positive = 0
    for seed in range(15):
        X, y = tasks.get("parity").sample(np.random.default_rng(seed), 6, 160)
        run = drive.learn(library_learner("parity", 6), X[:60], y[:60], X[60:], on="emulation", seed=seed, passes=1)
        require(run.accuracy(y[60:]) == 1.0, f"problem {seed}: accuracy {run.accuracy(y[60:])}")
        wrong = np.flatnonzero(run.details["losses"])
        require(set(run.details["losses"]) == {0.0, 4.0}, "a loss is not that of an output of ±1")
        seen += int(wrong[-1]) + 1
        learned += len(wrong)
        positive += int((y[wrong] > 0).sum())
    counted = stop_after(library_learner("last-label", 2), 8)
    rng = np.random.default_rng(1)
    labels, points = (rng.choice([-1, 1], size).astype(np.int8) for size in (420, (420, 2)))
    run = drive.learn(counted, points, labels, points[:1], on="emulation", seed=3, passes=1)
    require(len(run.details["memories"]) == 401, f"{len(run.details['memories'])} memories are kept, of 400 steps")
    wrong = np.flatnonzero(run.details["losses"])
    require(run.details["memory_equal"], "a learner that is done went on learning")
    require(run.predictions[0] == labels[wrong[7]], "the answer is not the label of the eighth sample learned from")
    require(0.4 <= learned / seen <= 0.65, f"learned from {learned} of {seen} samples")
    require(0.35 <= positive / learned <= 0.65, f"{positive} of the {learned} samples learned from are positive")
    return {"samples until learned, mean": seen / 15, "learned from": learned / 15, "of them positive": positive / 15}


def answers_the_coin(program: Any, x: Any) -> int:
    inside, value = program.combination(x)
    return (-1 if value else 1) if inside else (-1 if x[program.n] < 0 else 1)


@CLAIMS.state(
    "Example 1",
    where="section 4.1",
    statement="Parities from n(n+1) + log2(n+1) bits: right on the span of the memorised samples, NOT y' elsewhere, "
    "y' being the coin; about 2n samples are needed.",
    mutations=mutation(
        "outside of the span it answers y'",
        "turingrad.library.learners.example_1.Span.predict",
        answers_the_coin,
    ),
    code="turingrad.library.learners.example_1.example_1",
    leaves_out="n = 4, 12 problems; the program and the compiled learner, not SGD on a net",
)
def example_1_to_the_letter() -> Figures:
    """Right in the span of what it saw, NOT y' elsewhere; about 2n samples."""
    n, needed = 4, []
    for seed in range(12):
        X, y = tasks.get("parity").sample(np.random.default_rng(seed), n, 80)
        program, seen = Span(n + 1), [0]  # type: ignore[no-untyped-call]
        for t, (x, label) in enumerate(zip(with_coins(X, seed).tolist(), y.tolist(), strict=True)):
            code = sum(1 << i for i, v in enumerate(x[:n]) if v < 0)
            answer = program.predict(x)  # type: ignore[no-untyped-call]
            require(answer == (label if code in seen else -x[n]), f"problem {seed}, sample {t}: answers {answer}")
            if answer != label:
                program.update(x, label)  # type: ignore[no-untyped-call]
                seen += [code ^ other for other in seen]  # the span
            if len(seen) == 1 << n:
                needed.append(t + 1)
                break
    require(len(needed) == 12, f"{12 - len(needed)} problems are not solved by 80 samples")
    expected = sum(2 / (1 - 2.0 ** (r - n)) for r in range(n))
    mean = float(np.mean(needed))
    require(abs(mean - expected) < 5, f"{mean:.1f} samples on average, {expected:.1f} expected")
    compiled = example_1(3)
    X, y = tasks.get("parity").sample(np.random.default_rng(5), 3, 40)
    answers = learner_run.learn(compiled, with_coins(X, 5)[:24], y[:24], with_coins(X, 5)[24:])
    require(np.array_equal(answers, y[24:]), "the compiled learner is wrong after 24 samples of 3 bits")
    count = n * (n + 1) + math.ceil(math.log2(n + 1))
    require(len(example_1(n).memory) >= count, f"{len(example_1(n).memory)} bits of memory, where samples take {count}")
    return {"samples until the span is all, mean": mean, "2n": 2 * n, "expected exactly": expected}


@CLAIMS.state(
    "Remark 10",
    where="section 4.1",
    statement="The net has Theta(m) vertices for m gates, and gamma = Theta(m^(362/364)).",
    mutations=mutation(
        "a learning rate that does not grow", f"{HERE}.paper_gamma", lambda _bits: sizes.paper_gamma(10**90)
    ),
    code="turingrad.constructions.emulation.claims.sizes.remark_10",
    leaves_out="one learner at three sizes",
)
def sizes_grow_with_the_gates() -> Figures:
    ratios = [remark_10(library_learner("parity", n)).vertices_per_gate for n in (4, 8, 16)]
    require(all(1 <= ratio <= 10 for ratio in ratios), f"vertices a gate: {ratios}")
    require(max(ratios) <= 1.5 * min(ratios), f"vertices a gate are no constant: {ratios}")
    shown = [remark_10(library_learner(name, 4), 7).samples for name in ("parity", "perceptron")]
    require(shown == [14.0, 7.0], f"samples shown for 7 learned from: {shown}, of a guessing net and of one that errs")
    with mpmath.workdps(40):
        few, many = (paper_gamma(bits) for bits in (10**90, 10**120))
        power = float(mpmath.log(many / few) / mpmath.log(mpmath.mpf(10) ** 30))
    require(abs(power - 362 / 364) < 1e-6, f"gamma grows with the power {power}")
    return {"vertices per gate, n = 4": ratios[0], "n = 16": ratios[-1], "gamma's power": power, "362/364": 362 / 364}


def first_of_the_list(_bench: Any, make: Any, scores: Any) -> list[int]:
    """As if the first learner had the best score."""
    return [make.const(int(i == 0)) for i in range(len(scores))]


@CLAIMS.state(
    "Corollary 1",
    where="section 4.1",
    statement="One algorithm that trains all learners of a list and answers with the one that is best on further "
    "samples learns whatever one of the list learns.",
    mutations=mutation("the first answers", "turingrad.library.learners.metaalgorithm.Bench.winner", first_of_the_list),
    code="turingrad.library.learners.metaalgorithm.metaalgorithm",
    status="asymptotic",
    assumptions="the list is given: words of log log n bits reach the library's machines at n = 2^(2^1352)",
    leaves_out="three tasks of four bits",
)
def the_best_of_a_list_answers() -> Figures:
    """SGD on the net of the metaalgorithm; it learns from half of the samples, so that it is shown 96 for 32."""
    learners = [library_learner(name, 4) for name in NAMES]
    meta = metaalgorithm(learners, 20, 12)
    bits = sum(len(each.memory) for each in learners) + 4 * len(learners) + 6  # scores up to 12, a clock up to 32
    require(len(meta.memory) == bits, f"{len(meta.memory)} bits of memory, not {bits}")
    figures: dict[str, float] = {}
    for task in ("parity", "dictator", "conjunction-2"):
        X, y = tasks.get(task).sample(np.random.default_rng(8), 4, 496)
        run = drive.learn(meta, X[:96], y[:96], X[96:], on="emulation", passes=1)
        found = 1 - run.accuracy(y[96:])
        alone = min(float((learner_run.learn(each, X[:20], y[:20], X[96:]) != y[96:]).mean()) for each in learners)
        require(run.details["memory_equal"], f"{task}: the net's memory is not the metaalgorithm's")
        require(found <= alone + 0.1, f"{task}: error {found:.3f}, the best learner alone {alone:.3f}")
        figures[f"error, {task}"] = found
        figures[f"best alone, {task}"] = alone
    return figures


@CLAIMS.state(
    "Remark 11",
    where="section 4.1",
    statement="Without a bound on the number of samples: answering with the best learner after 1, 2, 4, ... samples; "
    "and learning only if the number of errors is a perfect square makes errors rare.",
    mutations=mutation(
        "a clock that stands still",
        "turingrad.library.learners.metaalgorithm.increment",
        lambda _make, word: list(word),
    ),
    code=("turingrad.library.learners.metaalgorithm.doubling", "turingrad.library.learners.counted.at_squares"),
    leaves_out="parity of 3 bits",
)
def no_bound_on_the_samples() -> Figures:
    """SGD on the nets: phases of 1, 2, 4, 8 samples; errors become rare if learning happens at perfect squares."""
    learners = [library_learner(name, 3) for name in NAMES[:3]]
    X, y = tasks.get("parity").sample(np.random.default_rng(2), 3, 600)
    run = drive.learn(doubling(learners, phases=4), X[:90], y[:90], X[90:], on="emulation")
    right = run.accuracy(y[90:])
    require(right == 1.0, f"after four phases of doubling the accuracy is {right}")
    squares = at_squares(library_learner("parity", 3), width=8)
    wrong = np.array(drive.learn(squares, X, y, X[:1], on="emulation", seed=1).details["losses"]) > 0
    early, late = float(wrong[:50].mean()), float(wrong[-300:].mean())
    require(late < 0.5 * early, f"errors: {early:.2f} at first, {late:.2f} later")
    return {"accuracy after four phases": right, "errors at first": early, "errors later": late}


@CLAIMS.state(
    "Footnote 11",
    where="section 4.1",
    statement="One random bit per step is enough for a randomised algorithm (a second one is the net's guess).",
    mutations=mutation("a bit that is always 0", COINS, coins_of(0)),
    code="turingrad.machine.lower.machine_learner.machine_learner",
    assumptions="the machine is restarted for each sample, with its memory on its work tape",
    leaves_out="one machine, on two features",
)
def one_random_bit_a_step() -> Figures:
    """A Turing machine whose mark wanders where it was wrong and its one random bit says so: it finds the feature."""
    learner = MACHINES["wanderer"](2)
    rng = np.random.default_rng(0)
    X = (2 * rng.integers(0, 2, (100, 2)) - 1).astype(np.int8)
    right = []
    for feature in range(2):
        run = drive.learn(learner, X[:60], X[:60, feature], X[60:], on="emulation", seed=feature)
        right.append(run.accuracy(X[60:, feature]))
    require(min(right) == 1.0, f"accuracies on the two features: {right}")
    return {"random bits per step": learner.random_bits, "accuracy, worse of two": min(right)}


META = "turingrad.library.learners.metaalgorithm"
