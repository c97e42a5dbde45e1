"""Pages of trainings and circuits in a browser."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import turingrad as tg
from tests.view.browser import Opened
from tests.view.kinds import ADDER_BITS, Made, problem
from turingrad.library import load_learner
from turingrad.machine.learner import run as learner_run
from turingrad.view import view

Open = Callable[..., Opened]
Make = Callable[[str], Made]


def show(page: Opened, step: int) -> None:
    page.tab.evaluate(f"location.hash = 'step={step}'")
    page.until(f"document.querySelector('.jump').value === '{step:,}'")


def board(page: Opened, number: int) -> str:
    return str(page.tab.locator(".board").nth(number).get_attribute("data-text"))


def test_sgd_fills_the_matrix_row_by_row_and_the_convolution_answers(open_page: Open, make_page: Make) -> None:
    X, y, X_test, _ = problem("parity", 3, 4)
    learner = load_learner("parity-small", form="grid", features=3)
    page = open_page(make_page("learn-rcnn").path)
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


def test_the_patch_under_the_pointer_computes_the_next_value(open_page: Open, make_page: Make) -> None:
    page = open_page(make_page("rcnn").path)
    page.tab.keyboard.press("Home")
    cells = make_page("rcnn").run["net"]["cells"]
    assert len(set(cells["first"])) == 1
    values = [[cells["palette"][ord(sign) - 48]["value"] for sign in text] for text in cells["frames"]]
    for step in range(4):
        head = next(k for k, sign in enumerate(cells["frames"][step]) if cells["palette"][ord(sign) - 48]["head"])
        for column in (head - 1, head, head + 1):
            page.tab.locator(".board .square").nth(column).hover()
            shown = page.tab.locator(".patch-says code").inner_text()
            assert int(shown) == values[step + 1][column]
        page.tab.keyboard.press("ArrowRight")


def test_memory_bits_are_the_learners_at_every_sgd_step(open_page: Open, make_page: Make) -> None:
    X, y, *_ = problem("parity", 4, 8)
    learner = load_learner("parity", form="learner", features=4)
    page = open_page(make_page("learn-emulation").path)
    X_test = problem("parity", 4, 8)[2]
    learned = tg.learn(learner, X, y, X_test, on="emulation", seed=3)
    assert make_page("learn-emulation").run["frames"]["step"][-1] == learned.sgd_steps  # a report says both
    moments = list(learner_run.trace(learner, np.tile(X, (20, 1)), np.tile(y, 20), seed=3, guess=True, max_steps=12))
    for step in (0, 1, 5, 9):
        show(page, step)
        shown = page.tab.locator(".memory-board").get_attribute("data-text")
        assert shown == "".join(map(str, moments[step].memory))


def test_memory_survives_noise(open_page: Open, make_page: Make) -> None:
    X, y, *_ = problem("parity", 3, 6)
    learner = load_learner("parity", form="learner", features=3)
    run = make_page("learn-noise").run
    assert 0 < max(abs(output - 0.5) for output in run["output"]) < 0.25
    assert 0 < run["net"]["shaken"][-1] < 0.1
    page = open_page(make_page("learn-noise").path)
    page.tab.keyboard.press("End")
    expected = list(learner_run.trace(learner, X, y))[-1].memory
    assert page.tab.locator(".memory-board").get_attribute("data-text") == "".join(map(str, expected))


def test_gradient_descent_becomes_the_primary_network_at_the_halt(open_page: Open, make_page: Make) -> None:
    switches = make_page("learn-descent").run["net"]["switches"]
    assert switches["psi"][0] == 1.0
    assert set(switches["psi"][1:]) == {0.0}
    assert set(switches["phi"][:-1]) == {1.0}
    assert switches["phi"][-1] == 0.0
    page = open_page(make_page("learn-descent").path)
    assert page.tab.locator(".primary").get_attribute("data-shown") == "false"
    page.tab.keyboard.press("End")
    assert "primary network" in page.tab.locator(".said").first.inner_text()
    net = make_page("learn-descent").run["net"]
    X, y, *_ = problem("dictator", 2, 3)
    weights = [value for row in net["primary"] for value in row["values"]]
    assert weights == [*(y @ X).tolist(), y.sum()]  # Hebb's rule: label times feature, summed over the samples
    assert net["outputs"][-1] == pytest.approx(np.tanh(X @ weights[:-1] + weights[-1]), abs=1e-3)
    assert [float(text.replace("−", "-")) for text in page.tab.locator(".weight").all_inner_texts()] == weights


def test_gates_light_up_layer_by_layer(open_page: Open, make_page: Make) -> None:
    page = open_page(make_page("feedforward").path)
    outputs = page.tab.locator(".bit-row").last
    assert outputs.get_attribute("data-text") == ""
    page.tab.keyboard.press("End")
    expected = "".join(map(str, tg.evaluate(tg.library.load("adder"), [ADDER_BITS])[0]))
    assert outputs.get_attribute("data-text") == expected


def test_large_circuits_are_summed_up() -> None:
    data = view(wide_circuit(), on="feedforward").data["run"]
    assert data["layers"] is None
    assert "too many to draw" in data["leftOut"]
    assert sum(data["computed"]) > 600


def wide_circuit() -> tg.Circuit:
    pairs = [(i, j) for i in range(40) for j in range(i)][:640]
    gates = tuple(tg.Gate("xor", pair) for pair in pairs)
    return tg.Circuit(tuple(f"x{k}" for k in range(40)), gates, tuple((f"y{k}", 40 + k) for k in range(640)))
