"""Programs as candidates: their text and numbers, and the kernel beside the grid machine of the same program."""

from __future__ import annotations

import numpy as np
import pytest

from turingrad import tasks
from turingrad.errors import InputError
from turingrad.machine.grid import TERNARY
from turingrad.machine.grid.run import run
from turingrad.search.instances import Instances, from_task
from turingrad.search.programs import Instruction, format_program, log2_prior, parse_program, program_machine
from turingrad.search.programs.instructions import (
    FAILING,
    KINDS,
    PRIORS,
    as_numbers,
    valid_program,
)
from turingrad.search.programs.kernel import (
    answers,
    climb_programs,
    draw_instruction,
    mutate_program,
    same_program,
    tidy,
)

ELIMINATION = "scan down right -0 else -; step right else +; step left; sweep right down v uv"


def random_program(seed: int, *, products: bool = False) -> tuple[Instruction, ...]:
    rows = np.zeros((5, 6), dtype=np.int64)
    state = np.array([seed, 0], dtype=np.uint64)
    for row in rows:
        draw_instruction(row, products, state)
    return tidy(rows[: 1 + seed % 5])


def by_machine(program: tuple[Instruction, ...], instances: Instances, max_steps: int) -> list[int]:
    """The answers of the program's grid machine, by the reference interpreter."""
    machine = program_machine(program)
    height, width = instances.train + 3, instances.width
    found = []
    for grid in instances.grids.reshape(-1, height, width)[:, 1:-1, 1:-1]:
        cells = tuple(tuple(TERNARY[v] for v in row) for row in grid.tolist())
        ended = run(machine, cells, head=(instances.train, instances.dim), max_steps=max_steps).configuration
        found.append(machine.answer(ended.state))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_kernel_answers_as_the_grid_machine(seed: int) -> None:
    program = random_program(seed)
    instances = from_task(tasks.get("parity"), np.random.default_rng(seed), 4, 2, 3)
    assert answers(program, instances, 4_000).tolist() == by_machine(program, instances, 40_000), format_program(
        program
    )


def test_most_random_programs_answer_somewhere() -> None:
    """Otherwise the comparison above would say little."""
    instances = from_task(tasks.get("parity"), np.random.default_rng(0), 4, 2, 3)
    answered = [np.any(answers(random_program(seed), instances, 4_000)) for seed in range(40)]
    assert sum(answered) >= 15


def test_text_and_numbers_lead_back_to_the_program() -> None:
    state = np.array([7, 0], dtype=np.uint64)
    for seed in range(60):
        program = random_program(seed, products=seed % 2 == 0)
        rows = np.array([one.numbers for one in (*program, *[Instruction(0)] * 3)], dtype=np.int64)
        changed = tidy(rows[: mutate_program(rows, len(program), False, state)])
        for one in (program, changed):
            assert parse_program(format_program(one)) == one
            assert valid_program(as_numbers(one)) == one


@pytest.mark.parametrize(
    "text",
    ["", "jump left", "step", "step left left", "scan up down -", "sweep right down v", "sweep right down v 11111",
     "write", "write -0", "test x", "find left - else maybe", "; ".join(["step left"] * 65)],
)  # fmt: skip
def test_texts_that_are_no_program_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_program(text)


@pytest.mark.parametrize(
    "numbers",
    [(-4,), (-4, 0), (-4, 7, 0, 0, 0, 0, 0), (-4, 0, 4, 0, 0, 0, 0), (-4, 0, 0, 1, 0, 0, 0), (-4, 2, 0, 8, 0, 0, 0),
     (-4, 6, 0, 3, 0, 0, 0), (-4, 0, 0, 0, 2, 0, 0), (-4, 0, 0, 0, 0, 4, 0), (-4, 0, 0, 0, 0, 0, -1)],
)  # fmt: skip
def test_numbers_that_are_no_program_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        valid_program(numbers)


def test_elimination_in_four_instructions_learns_every_parity() -> None:
    program = parse_program(ELIMINATION)
    instances = from_task(tasks.get("parity"), np.random.default_rng(1), 40, 8, 24)
    assert (answers(program, instances, 100_000) == instances.labels).all()


def test_prior_adds_up_to_one() -> None:
    """All instructions of one program of length one, with the numbers that have an effect."""
    for prior, values in (("products", (12, 10, 9, 15)), ("boolean", tuple(range(16)))):
        assert prior in PRIORS
        sweeps = [upper | lower << 4 for upper in values for lower in values]
        arguments = {"find": range(1, 7), "scan": range(1, 7), "test": range(1, 7), "sweep": sweeps, "write": range(3)}
        total = 0.0
        for kind, name in enumerate(KINDS):
            for argument in arguments.get(name, (0,)):
                for direction in range(4 if name not in ("test", "write") else 1):
                    for side in range(2 if name in ("scan", "sweep") else 1):
                        for success in range(4):
                            for failure in range(4 if kind in FAILING else 1):
                                one = Instruction(kind, direction, argument, side, success, failure)
                                total += 2 ** log2_prior([one], prior)
        assert total == pytest.approx(1)


FOUND = (
    "find up -0 else +; write 0; scan up right - else +; sweep right up v uv; sweep down right u uv; "
    "find up -0 then again else -"
)
BEFORE = "write 0; scan down right - else +; sweep right down v uv; find right - then again; scan up right 0 else -"


def test_found_learner_of_parities_generalises_and_needs_each_instruction() -> None:
    program = parse_program(FOUND)
    large = from_task(tasks.get("parity"), np.random.default_rng(2), 60, 12, 24)
    assert (answers(program, large, 100_000) == large.labels).all()
    for k in range(len(program)):
        fewer = answers(program[:k] + program[k + 1 :], large, 100_000)
        assert (fewer == large.labels).mean() < 0.9


@pytest.mark.slow
def test_climb_finds_a_learner_of_parities() -> None:
    """The second of two climbs, with its random numbers fixed: the same program every time, and it generalises."""
    instances = from_task(tasks.get("parity"), np.random.default_rng(0), 300, 4, 8)
    ((right, program),) = climb_programs(instances, parse_program(BEFORE), 300_000, 300_000, 0, 1, 6, "products")
    assert (right, format_program(program)) == (
        297,
        "find up -0 else +; write 0; scan down right - else +; sweep right down v uv; find up -0 then again; "
        "find down -0 then again else -",
    )
    large = from_task(tasks.get("parity"), np.random.default_rng(5), 100, 12, 24)
    assert (answers(program, large, 100_000) == large.labels).all()


def test_programs_are_the_same_if_only_numbers_without_effect_differ() -> None:
    rng, alike = np.random.default_rng(0), 0
    for _ in range(400):
        first = np.array([[rng.integers(7), rng.integers(2), 1 + rng.integers(2), rng.integers(2), 0, rng.integers(2)]])
        second = first.copy()
        second[0, 1 + rng.integers(5)] = rng.integers(3) % 2
        simple = [Instruction(*rows[0].tolist()).simplify() for rows in (first, second)]
        assert same_program(first, second, 1) == (simple[0] == simple[1])
        alike += same_program(first, second, 1)
    assert 50 < alike < 350
