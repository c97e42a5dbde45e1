"""The paper's figures come from the network: other weights draw other pictures."""

from __future__ import annotations

import numpy as np
import pytest

from tests.generators_rcnn import network_holding, parity_data
from turingrad.constructions.rcnn import RCNN, figures
from turingrad.library import load_learner


@pytest.fixture
def drawn_grids(monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[str, list[list[str]]]]]:
    """The grids that are drawn."""
    grids: list[list[tuple[str, list[list[str]]]]] = []
    original = figures.draw_grids

    def record_grids(shown: list[tuple[str, list[list[str]]]], caption: str) -> str:
        grids.append(list(shown))
        return original(shown, caption)

    monkeypatch.setattr(figures, "draw_grids", record_grids)
    return grids


def test_figure_3_shows_the_cells_of_w(drawn_grids: list[list[tuple[str, list[list[str]]]]]) -> None:
    X, y = np.array([[1, -1], [-1, -1]], np.int8), np.array([1, -1], np.int8)
    assert figures.figure_3(RCNN(load_learner("last-label", form="grid"), 2, 2), X, y).startswith("<?xml")
    before, first, last = (rows for _, rows in drawn_grids[0])
    assert before[1] == ["p", "0", "0", "0", "1", "p"]
    assert first[1] == ["p", "1/3", "-1/3", "1/3", "1", "p"]
    assert first[2] == before[2]
    assert last[3] == ["p", "1/3", "1/3", "1/3", "1", "p"]


def test_figure_1_shows_layers_of_a_prediction(drawn_grids: list[list[tuple[str, list[list[str]]]]]) -> None:
    X, y, _ = parity_data(1, 2, 2)
    network = network_holding(RCNN(load_learner("last-label", form="grid"), 2, 2), X, y)
    figures.figure_1(network, [1, 1], (0, 1, 3))
    heads = ["".join(cell for row in rows for cell in row).count("*") for _, rows in drawn_grids[0]]
    assert heads == [0, 1, 1]


def test_figure_2_has_the_network_s_own_shapes() -> None:
    network = RCNN(load_learner("last-label", form="grid"), 3, 2)
    assert figures.figure_2(network).startswith("<?xml")
