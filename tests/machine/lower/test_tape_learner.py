"""Tape machines that learn from a word, as grid learners and as networks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from turingrad.check import compare
from turingrad.constructions import drive
from turingrad.constructions.rcnn import RCNN, memorise
from turingrad.constructions.rcnn.executors import Predictor
from turingrad.errors import LimitError, MachineError
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import learner_grid, predictions
from turingrad.machine.lower.merged import merge_equivalent
from turingrad.machine.lower.tape_learner import learner_for, tape_learner
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape.run import run

SIGNS = np.array([-1, 1], np.int8)

# Rejects where the first label is -: reads on to the first `;` and remembers the sign before it.
FIRST_LABEL = TapeMachine(
    states=("s", "p", "n", "yes", "no"),
    symbols=("_", "+", "-", ";"),
    blank="_",
    start="s",
    rules=(
        *(Rule(q, ("+",), ("+",), (1,), "p") for q in "spn"),
        *(Rule(q, ("-",), ("-",), (1,), "n") for q in "spn"),
        Rule("p", (";",), (";",), (0,), "yes"),
        Rule("n", (";",), (";",), (0,), "no"),
    ),
    halting=("yes", "no"),
    accept=("yes",),
    reject=("no",),
    name="first-label",
)

# Two tapes: pushes a mark for each + and takes one off for each - of the first row, accepts where marks are left.
TWO_TAPES = TapeMachine(
    states=("s", "yes", "no", "look"),
    symbols=("_", "+", "-", ";"),
    blank="_",
    start="s",
    rules=(
        *(Rule("s", ("+", b), ("+", "+"), (1, 1), "s") for b in "_+"),
        *(Rule("s", ("-", b), ("-", b), (1, 0), "s") for b in "_+"),
        *(Rule("s", (";", b), (";", b), (0, -1), "look") for b in "_+"),
        Rule("look", (";", "+"), (";", "+"), (0, 0), "yes"),
        Rule("look", (";", "_"), (";", "_"), (0, 0), "no"),
    ),
    halting=("yes", "no"),
    accept=("yes",),
    reject=("no",),
    tapes=2,
    name="any-plus",
)

# Two tapes: marks the second where the first feature is +, and answers by that mark.
MARKED = TapeMachine(
    states=("s", "yes", "no"),
    symbols=("_", "+", "-", ";"),
    blank="_",
    start="s",
    rules=(
        Rule("s", ("+", "_"), ("+", "+"), (0, 0), "s"),
        Rule("s", ("+", "+"), ("+", "+"), (0, 0), "yes"),
        Rule("s", ("-", "_"), ("-", "_"), (0, 0), "no"),
    ),
    halting=("yes", "no"),
    accept=("yes",),
    reject=("no",),
    tapes=2,
    name="marked",
)


@pytest.mark.parametrize(
    ("source", "m", "d"),
    [(FIRST_LABEL, 2, 2), (FIRST_LABEL, 1, 3), pytest.param(TWO_TAPES, 1, 1, marks=pytest.mark.slow)],
)
def test_the_grid_learner_answers_what_the_tape_machine_does(source: TapeMachine, m: int, d: int) -> None:
    made = tape_learner(source)
    rng = np.random.default_rng(d)
    answers = set()
    for _ in range(4):
        X, y, points = rng.choice(SIGNS, (m, d)), rng.choice(SIGNS, m), rng.choice(SIGNS, (2, d))
        found = predictions(made.machine, X, y, points, work=made.columns(X, y, points)).answers
        ends = [run(source, made.word(X, y, x)).configuration.state for x in points]
        wanted = [1 if state in source.accept else -1 for state in ends]
        assert found.tolist() == wanted
        answers |= set(wanted)
    assert answers == {-1, 1}


def test_the_word_is_the_plain_data_set() -> None:
    made = tape_learner(FIRST_LABEL)
    assert made.word([[1, -1], [-1, -1]], [1, -1], [1, 1]) == "+-+;---;+++;"


@pytest.mark.slow
def test_the_network_of_a_tape_learner_answers_what_it_does() -> None:
    made = tape_learner(FIRST_LABEL)
    for label in (1, -1):
        X, y, points = np.array([[-1]], np.int8), np.array([label], np.int8), np.array([[1]], np.int8)
        work = made.columns(X, y, points)
        network = RCNN(made.machine, 1, 1, work=work, dtype=torch.float64)
        memorise(network, X, y)
        (found,) = Predictor(network, "event", max_layers=100_000).predictions(points)
        assert found.answer == label


def test_a_machine_that_does_not_read_signs_is_refused() -> None:
    with pytest.raises(MachineError, match="reads"):
        tape_learner(TapeMachine(("a",), ("_", "1"), "_", "a", ()))


def test_learn_takes_a_tape_machine_with_the_reference() -> None:
    X, y = np.array([[1, -1], [1, 1]], np.int8), np.array([-1, 1], np.int8)
    assert drive.learn(FIRST_LABEL, X, y, X).predictions.tolist() == [-1, -1]


def test_the_head_has_the_room_to_the_left_that_its_runs_take_and_no_more() -> None:
    for sign in (1, -1):
        X, y, points = np.array([[sign]], np.int8), np.array([1], np.int8), np.array([[1]], np.int8)
        made = learner_for(MARKED, X, y, points)
        assert made.left == 6  # a step of two tapes begins two cells to the left of the first mark, three bits each
        work = made.columns(X, y, points)
        assert predictions(made.machine, X, y, points, work=work).answers.tolist() == [sign]
        short = predictions(tape_learner(MARKED, left=5).machine, X, y, points, work=work)
        assert short.answers.tolist() == [0 if sign == 1 else -1]  # a head that halts as it meets the end has halted


def test_states_that_do_the_same_become_one_and_the_runs_stay() -> None:
    made = tape_learner(FIRST_LABEL)
    twins = replace(
        made.machine,
        states=(*made.machine.states, *(f"{state}'" for state in made.machine.states), "unreached"),
        rules=tuple(
            replace(rule, state=rule.state + here, next=rule.next + there)
            for rule in made.machine.rules
            for here, there in (("", "'"), ("'", ""))
        ),
        halting=(*made.machine.halting, *(f"{state}'" for state in made.machine.halting)),
        accept=(*made.machine.accept, *(f"{state}'" for state in made.machine.accept)),
        reject=(*made.machine.reject, *(f"{state}'" for state in made.machine.reject)),
    )
    assert len(twins.states) == 2 * len(made.machine.states) + 1
    assert merge_equivalent(twins) == made.machine


@pytest.mark.slow
def test_a_two_tape_learner_is_a_network_in_lockstep_with_its_grid() -> None:
    """V3 has 171 million entries, nearly all of them 0."""
    for sign in (1, -1):
        X, y, x = np.array([[sign]], np.int8), np.array([1], np.int8), np.array([1], np.int8)
        made = learner_for(MARKED, X, y, x[None])
        work = made.columns(X, y, x[None])
        network = RCNN(made.machine, 1, 1, work=work, dtype=torch.float64)
        memorise(network, X, y)
        expected = grid_run.trace(network.source, learner_grid(made.machine, X, y, x, work=work), max_steps=5_000)
        report = compare(expected, network.trace(x, max_steps=5_000))
        assert report.ok, report
        (found,) = Predictor(network, "event", max_layers=100_000).predictions(x[None])
        assert (found.answer, made.answers(X, y, x[None])[0].tolist()) == (sign, [sign])


@pytest.mark.slow
def test_learn_takes_a_two_tape_machine_with_rcnn() -> None:
    X, y = np.array([[-1]], np.int8), np.array([1], np.int8)
    assert drive.learn(MARKED, X, y, -X, on="rcnn", training="event").predictions.tolist() == [-1]


@pytest.mark.slow
def test_a_larger_two_tape_learner_learns_on_the_grid_and_its_network_is_refused_with_the_count() -> None:
    """The reductions of B.1.2 run; what they make of these rules has more values than a network's tables hold."""
    X, y, points = np.array([[1]], np.int8), np.array([-1], np.int8), np.array([[1]], np.int8)
    assert drive.learn(TWO_TAPES, X, y, points).predictions.tolist() == [1]
    with pytest.raises(LimitError, match=r"2,?411 states .* 14,472 cell values; the convolution takes at most 8,192"):
        drive.learn(TWO_TAPES, X, y, points, on="rcnn")


@pytest.mark.slow
def test_learn_takes_a_tape_machine_with_rcnn() -> None:
    X, y = np.array([[1]], np.int8), np.array([-1], np.int8)
    learned = drive.learn(FIRST_LABEL, X, y, X, on="rcnn", training="event")
    assert learned.predictions.tolist() == [-1]
    assert learned.details["work"] > 10
