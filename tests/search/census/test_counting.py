"""The census counts what brute force counts, whatever the split, and its scores are those of the search's kernel."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from turingrad import tasks
from turingrad._support.arrays import I32
from turingrad.errors import InputError
from turingrad.library.grids.census import FOUND, learner_from_rules, machine
from turingrad.search import CensusSettings, Settings, make_report, take_census
from turingrad.search.census.driver import sum_parts
from turingrad.search.census.parts import loss_of_table
from turingrad.search.census.weights import MIXTURES, prototype, weights_of
from turingrad.search.instances import frame_instances, from_task, scores
from turingrad.search.ranking import library_tables
from turingrad.search.restarts import all_tables, draw_tables
from turingrad.search.tables import as_table

TINY = CensusSettings("conjunction-2", states=1, dim=2, train=2, below=1.0, units=1)


def concepts(task: str, X: np.ndarray) -> list[np.ndarray]:
    """The labels of the rows of X (..., d) under each equally likely concept, written down anew."""
    pairs, signs = [(0, 1)], (-1, 1)
    if task == "dictator":
        return [s * X[..., j] for j in range(X.shape[-1]) for s in signs]
    if task == "parity-2":
        return [s * X[..., a] * X[..., b] for a, b in pairs for s in signs]
    assert task == "conjunction-2"
    return [np.where((s * X[..., a] > 0) & (t * X[..., b] > 0), 1, -1) for a, b in pairs for s in signs for t in signs]


@pytest.mark.parametrize("task", ["dictator", "parity-2", "conjunction-2"])
@pytest.mark.parametrize("states", [1, 2, 3])
def test_an_exact_score_is_that_of_the_kernel_on_every_data_set_one_by_one(task: str, states: int) -> None:
    d, m = 2, 2
    settings = CensusSettings(task, states=1, dim=d, train=m)
    weights, board = settings.weights, settings.board
    every = np.array(list(product((-1, 1), repeat=(m + 1) * d)), dtype=np.int8).reshape(-1, m + 1, d)
    labelled = concepts(task, every)
    instances = frame_instances(np.tile(every, (len(labelled), 1, 1)), np.concatenate(labelled).astype(np.int8), 1)
    tables = list(draw_tables(np.random.default_rng(states), states, 150))
    right = scores(tables, instances, settings.limit)
    for table, found in zip(tables, right.tolist(), strict=True):
        exact = Fraction(weights.bayes - loss_of_table(weights, board, table), weights.total)
        assert exact == Fraction(found, len(instances))
    assert len(set(right.tolist())) > 3


def test_the_weights_of_a_noisy_task_are_its_probabilities() -> None:
    d, m = 2, 1
    weights = weights_of("prototype", d, m)
    minus, plus = weights.by_label
    found = dict.fromkeys(product((-1, 1), repeat=d + 1), Fraction(0))
    for p in product((-1, 1), repeat=d):
        for y, label in product((-1, 1), repeat=2):
            for x, point in product(product((-1, 1), repeat=d), repeat=2):
                flips = sum(a != y * b for a, b in zip(x, p, strict=True))
                flips += sum(a != label * b for a, b in zip(point, p, strict=True))
                row = tuple(y * a * b for a, b in zip(x, point, strict=True)) + (y,)
                chance = Fraction(1, 2**d * 4) * Fraction(1, 4) ** flips * Fraction(3, 4) ** (2 * d - flips)
                found[row] += chance if label > 0 else 0
    assert [Fraction(int(w), weights.total) for w in plus] == list(found.values())
    assert minus.sum() == plus.sum()
    assert prototype(2).like.shape == (4, 8)


def test_all_machines_of_one_state_are_counted_as_brute_force_counts_them() -> None:
    counted = take_census(TINY)
    weights, board = TINY.weights, TINY.board
    every = all_tables()
    losses = np.array([loss_of_table(weights, board, table) for table in every])
    moves = [table[:3] for table in every]
    stays = np.array([any(entry >= 0 and entry & 7 == 4 for entry in symbols.tolist()) for symbols in moves])
    assert counted.complete
    assert (len(every), int((~stays).sum())) == (TINY.all_tables, TINY.tables)
    assert counted.best_loss == losses.min() == losses[~stays].min()
    by_loss = {lost: tables for lost, _, tables in counted.scores}
    for lost in by_loss:
        assert by_loss[lost] == int((losses[~stays] == lost).sum())
    for lost, table in counted.found:
        assert loss_of_table(weights, board, np.array(table, np.int32)) == lost


def test_a_threshold_cuts_off_only_what_is_below_it() -> None:
    everything, cut = take_census(TINY), take_census(replace(TINY, below=0.02))
    assert cut.complete
    assert cut.figures[0] < everything.figures[0]
    lost = TINY.weights.bayes - cut.least
    assert cut.scores == tuple(row for row in everything.scores if row[0] <= lost)


@pytest.mark.parametrize("units", [2, 7])
def test_any_split_gives_the_same_count_and_checksum(units: int) -> None:
    one, many = take_census(TINY), take_census(replace(TINY, units=units))
    assert many.complete
    assert (many.checksum, many.figures, many.scores, many.found) == (one.checksum, one.figures, one.scores, one.found)
    parts = CensusSettings("conjunction-2", states=1, dim=2, train=2, below=1.0, units=units)
    assert not sum_parts(parts, one.least, []).complete


def fuse_rules(table: I32) -> I32:
    """Rules that stay on a symbol, replaced by what is used next; a machine that stays for ever halts instead."""
    found = table.copy()
    for place in range(len(table)):
        at, seen = place, set()
        while place % 4 != 3 and found[at] >= 0 and found[at] & 7 == 4 and at not in seen:
            seen.add(at)
            at = (found[at] >> 5) + (found[at] >> 3 & 3)
        found[place] = -2 if at in seen else found[at]
    return found


def test_a_rule_that_stays_on_a_symbol_is_never_needed() -> None:
    weights, board = TINY.weights, TINY.board
    strictly = 0
    for table in draw_tables(np.random.default_rng(1), 2, 400):
        before, after = (loss_of_table(weights, board, one) for one in (table, fuse_rules(table)))
        assert after <= before
        strictly += after < before
    assert strictly


def test_one_state_of_dictator_is_no_better_than_a_guess_and_the_report_says_so() -> None:
    settings = CensusSettings("dictator", states=1, dim=2, train=2, units=1)
    fields = make_report(take_census(settings)).fields()
    assert fields["complete"]
    assert fields["best"]["fraction"] == "1/2"
    assert fields["bayes_accuracy"] == 0.875
    assert fields["library"][0] == {"name": "stump", "accuracy": 0.875}


def test_sizes_that_are_too_large_are_refused() -> None:
    with pytest.raises(InputError, match="1 or 2 states"):
        CensusSettings("dictator", states=3)
    with pytest.raises(InputError, match="cells"):
        CensusSettings("dictator", dim=10, train=10)
    with pytest.raises(InputError, match="at least 3 features"):
        CensusSettings("majority-3", dim=2)
    with pytest.raises(InputError, match=next(iter(MIXTURES))):
        CensusSettings("nonsense")


@pytest.mark.slow
def test_two_states_are_counted_whole_whatever_the_split() -> None:
    settings = CensusSettings("dictator", dim=1, train=1, units=16)
    one, many = take_census(settings), take_census(replace(settings, units=100), workers=2)
    assert one.complete
    assert many.complete
    assert (one.checksum, one.figures, one.scores, one.found) == (many.checksum, many.figures, many.scores, many.found)


@pytest.mark.parametrize("task", list(FOUND))
def test_the_librarys_machine_has_the_score_that_the_docs_say(task: str) -> None:
    settings = CensusSettings(task)
    weights, table = settings.weights, as_table(machine(task))
    share = Fraction(weights.bayes - loss_of_table(weights, settings.board, table), weights.total)
    page = (Path(__file__).parents[3] / "docs" / "census.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `census-{task}` |"))
    assert f"| {share.numerator}/{share.denominator} = {float(share):.6f} |" in row


PAGE = (Path(__file__).parents[3] / "docs" / "census.md").read_text(encoding="utf-8")
CLIMBS = PAGE[PAGE.index("## Climbing on") : PAGE.index("## Why nothing")]
CLIMBED = [
    (task, block)
    for task, *blocks in (part.split("```text") for part in re.split(r"^- ", CLIMBS, flags=re.MULTILINE)[1:])
    for block in (block.partition("```")[0] for block in blocks)
]


@pytest.mark.parametrize(("about", "rules"), CLIMBED, ids=[about[:20] for about, _ in CLIMBED])
def test_a_machine_that_the_docs_show_leads_the_librarys_of_its_size(about: str, rules: str) -> None:
    task, found = about.partition(",")[0], as_table(learner_from_rules(rules))
    instances = from_task(tasks.get(task), np.random.default_rng(1), 400, 4, 8)
    states = 4 if len(found) == 16 else 3
    others = list(library_tables(Settings(states=states, library="fitting")).values())
    right = scores([found, *(np.array(table, np.int32) for table in others)], instances, 10_000)
    assert right[0] > max(right[1:])


def test_every_task_has_a_row_for_three_and_for_four_states() -> None:
    for task in FOUND:
        for states in (3, 4):
            assert f"| {task} | {states} |" in CLIMBS
    assert len(CLIMBED) == 9
