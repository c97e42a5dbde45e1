"""Pages of trainings and circuits in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import turingrad as tg
from tests.view.browser import Opened
from turingrad.library import load_learner
from turingrad.machine.learner import run as learner_run
from turingrad.view import view, view_learning

Open = Callable[..., Opened]


def problem(task: str, d: int, train: int) -> Any:
    return tg.tasks.draw(tg.tasks.get(task), seed=1, d=d, train=train, test=10)


def show(page: Opened, step: int) -> None:
    page.tab.evaluate(f"location.hash = 'step={step}'")
    page.until(f"document.querySelector('.jump').value === '{step:,}'")


def board(page: Opened, number: int) -> str:
    return str(page.tab.locator(".board").nth(number).get_attribute("data-text"))


def test_sgd_fills_the_matrix_row_by_row_and_the_convolution_answers(opened: Open, tmp_path: Path) -> None:
    X, y, X_test, _ = problem("parity", 3, 4)
    learner = load_learner("parity-small", form="grid", features=3)
    made = view_learning(learner, X, y, X_test, on="rcnn")
    assert made.data["run"]["lockstep"]["differs"] == []
    page = opened(made.save(tmp_path / "page.html"))
    show(page, 2)
    rows = np.column_stack([X * y[:, None], y])  # row i of W is y_i (x_i, 1)
    expected = "".join("+" if sign > 0 else "-" for sign in rows[:2].ravel())
    assert board(page, 0) == expected
    assert page.tab.locator(".board").nth(0).locator(".pulled").count() == X.shape[1] + 1
    show(page, len(X) + 4)  # two layers into the prediction: the machine's first moment
    grid = board(page, 1)
    point = np.append(X_test[0], 1)
    filled = "".join("+" if sign > 0 else "-" for sign in np.vstack([rows * point, point]).ravel())
    assert grid == filled
    page.tab.keyboard.press("End")
    answer = tg.learn(learner, X, y, X_test[:1]).predictions[0]
    assert f"{'+' if answer > 0 else '−'}1" in page.tab.locator(".sentence").inner_text()
    page.screenshot("learning-rcnn")


def test_the_patch_under_the_pointer_computes_the_next_value(opened: Open, tmp_path: Path) -> None:
    made = view(tg.read("busy-beaver-3"), on="rcnn")
    page = opened(made.save(tmp_path / "page.html"))
    cells = made.data["run"]["net"]["cells"]
    assert len(set(cells["first"])) == 1
    values = [[cells["palette"][ord(sign) - 48]["value"] for sign in text] for text in cells["frames"]]
    for step in range(4):
        head = next(k for k, sign in enumerate(cells["frames"][step]) if cells["palette"][ord(sign) - 48]["head"])
        for column in (head - 1, head, head + 1):
            page.tab.locator(".board .square").nth(column).hover()
            shown = page.tab.locator(".patch-says code").inner_text()
            assert int(shown) == values[step + 1][column]
        page.tab.keyboard.press("ArrowRight")


def test_memory_bits_are_the_learners_at_every_sgd_step(opened: Open, tmp_path: Path) -> None:
    X, y, X_test, _ = problem("parity", 4, 8)
    learner = load_learner("parity", form="learner", features=4)
    page = opened(view_learning(learner, X, y, X_test, on="emulation", seed=3).save(tmp_path / "page.html"))
    moments = list(learner_run.trace(learner, np.tile(X, (20, 1)), np.tile(y, 20), seed=3, guess=True, max_steps=12))
    for step in (0, 1, 5, 9):
        show(page, step)
        shown = page.tab.locator(".memory-board").get_attribute("data-text")
        assert shown == "".join(map(str, moments[step].memory))
    page.screenshot("learning-emulation")


def test_memory_survives_noise(opened: Open, tmp_path: Path) -> None:
    X, y, X_test, _ = problem("parity", 3, 6)
    learner = load_learner("parity", form="learner", features=3)
    made = view_learning(learner, X, y, X_test, on="emulation", noise=4e-3)
    run = made.data["run"]
    assert run["lockstep"]["differs"] == []
    assert 0 < max(abs(output - 0.5) for output in run["output"]) < 0.25
    assert 0 < run["net"]["shaken"][-1] < 0.1
    page = opened(made.save(tmp_path / "page.html"))
    page.tab.keyboard.press("End")
    expected = list(learner_run.trace(learner, X, y))[-1].memory
    assert page.tab.locator(".memory-board").get_attribute("data-text") == "".join(map(str, expected))
    page.screenshot("learning-emulation-noise")


def test_gradient_descent_becomes_the_primary_network_at_the_halt(opened: Open, tmp_path: Path) -> None:
    X, y, X_test, _ = problem("dictator", 2, 3)
    learner = load_learner("hebb", form="trainer", features=2)
    made = view_learning(learner, X, y, X_test, on="descent")
    switches = made.data["run"]["net"]["switches"]
    assert switches["psi"][0] == 1.0
    assert set(switches["psi"][1:]) == {0.0}
    assert set(switches["phi"][:-1]) == {1.0}
    assert switches["phi"][-1] == 0.0
    page = opened(made.save(tmp_path / "page.html"))
    page.tab.keyboard.press("End")
    assert "primary network" in page.tab.locator(".said").first.inner_text()
    page.screenshot("learning-descent")


@pytest.mark.parametrize("width", [1280, 390])
def test_gates_light_up_layer_by_layer(width: int, opened: Open, tmp_path: Path) -> None:
    circuit = tg.library.load("adder")
    bits = [int(bit) for bit in "1011001011101001"]
    page = opened(view(circuit, bits, on="feedforward").save(tmp_path / "page.html"), width=width)
    outputs = page.tab.locator(".bit-row").last
    assert outputs.get_attribute("data-text") == ""
    page.tab.keyboard.press("End")
    expected = "".join(map(str, tg.evaluate(circuit, [bits])[0]))
    assert outputs.get_attribute("data-text") == expected
    assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
    page.screenshot(f"circuit-{width}")


def test_large_circuits_are_summed_up() -> None:
    data = view(wide_circuit(), on="feedforward").data["run"]
    assert data["layers"] is None
    assert "too many to draw" in data["leftOut"]
    assert sum(data["computed"]) > 600


def wide_circuit() -> tg.Circuit:
    pairs = [(i, j) for i in range(40) for j in range(i)][:640]
    gates = tuple(tg.Gate("xor", pair) for pair in pairs)
    return tg.Circuit(tuple(f"x{k}" for k in range(40)), gates, tuple((f"y{k}", 40 + k) for k in range(640)))
