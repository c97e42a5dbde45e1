"""Where pages open, and what the rcnn page says of its answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.view.browser import Opened
from tests.view.kinds import Made
from turingrad import tasks
from turingrad import view as view_package
from turingrad.library import load_learner
from turingrad.view import view, view_learning
from turingrad.view.constructions import rcnn_learning
from turingrad.view.show import opening_frame


def test_a_run_opens_in_its_middle_and_a_window_at_its_first_step() -> None:
    run = view("palindrome", "abba").data["run"]
    assert 0 < run["begin"] < len(run["frames"]["step"]) - 1
    assert view("palindrome", "abba", first=2).data["run"]["begin"] == 0


def test_a_page_opens_at_the_first_difference() -> None:
    steps = {"step": list(range(9))}
    assert opening_frame({"lockstep": {"differs": [7, 8]}, "frames": steps}) == 7
    assert opening_frame({"lockstep": None, "frames": steps}) == 4


def test_a_training_of_rcnn_opens_where_the_rules_run_and_says_whether_its_answer_is_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    X, y, X_test, _ = tasks.draw(tasks.get("parity"), 0, 3, 4, 1)
    learner = load_learner("parity-small", form="grid", features=3)
    page = view_learning(learner, np.asarray(X), y, X_test, on="rcnn")
    run, facts = page.data["run"], {each["name"]: each["value"] for each in page.data["facts"]}
    assert run["begin"] == len(run["training"]["W"]) + 3
    assert run["expectedAnswer"] == run["answer"] != 0
    assert facts["answer"].endswith("(right)")
    monkeypatch.setattr(rcnn_learning, "answer_of", lambda _learner, _state: -run["answer"])
    wrong = view_learning(learner, np.asarray(X), y, X_test, on="rcnn").data
    assert "(wrong: the learner answers" in {each["name"]: each["value"] for each in wrong["facts"]}["answer"]


def test_features_of_many_values_are_named_by_those_that_are_missing_or_by_their_number(
    open_page: Callable[..., Opened], make_page: Callable[[str], Made]
) -> None:
    tab = open_page(make_page("rcnn").path).tab
    names = '["a", "b", "c", "d", "e", "f", "g"]'
    script = (Path(view_package.__file__).parent / "page" / "rcnn.js").read_text(encoding="utf-8")
    function = "function valuesInWords" + script.partition("function valuesInWords")[2].partition("\n}\n")[0] + "}"
    said = tab.evaluate(
        f"(() => {{ {function}; return [2, 4, 6, 7]"
        f".map((count) => valuesInWords({names}.slice(0, count), {names})); }})()"
    )
    assert said == ["a or b", "one of 4 values, such as a", "any value but g", "any value"]


UNDER_THE_BAR = """(() => {
  const bar = document.querySelector('.controls'), box = bar.getBoundingClientRect(), found = [];
  for (let x = box.left + 2; x < box.right - 2; x += 12)
    for (let y = box.top + 2; y < box.bottom - 2; y += 8)
      for (const one of document.elementsFromPoint(x, y))
        if (!bar.contains(one) && !one.contains(bar)) found.push(one.className);
  return box.top < 0 || box.bottom > innerHeight ? ['the bar is not in sight'] : found;
})()"""
BESIDE_THE_BAR = """(() => {
  const band = document.querySelector('.playback'), box = band.getBoundingClientRect();
  const { boxShadow, clipPath, backgroundColor } = getComputedStyle(band);
  const wide = boxShadow.includes('px') && clipPath.startsWith('inset(0px -');
  return [box.top, wide, backgroundColor !== 'rgba(0, 0, 0, 0)'];
})()"""
FOCUS_IN_SIGHT = """(() => {
  const band = document.querySelector('.playback'), hidden = [];
  for (const one of document.querySelectorAll('.run a, .run button, .run input, .run select, .run [tabindex]')) {
    scrollTo(0, document.documentElement.scrollHeight);
    one.focus();
    const box = one.getBoundingClientRect(), end = band.getBoundingClientRect().bottom;
    if (!band.contains(one) && box.height > 0 && box.bottom <= end + 1) hidden.push(one.className);
  }
  return hidden;
})()"""


@pytest.mark.parametrize("kind", ["feedforward", "learn-rcnn", "learn-emulation", "transformer"])
def test_the_bar_of_controls_covers_nothing(
    kind: str, open_page: Callable[..., Opened], make_page: Callable[[str], Made]
) -> None:
    page = open_page(make_page(kind).path)
    for width in (1280, 390):
        page.look(width, "light")
        page.tab.evaluate("scrollTo(0, 0)")
        assert page.tab.evaluate(UNDER_THE_BAR) == []
        assert page.tab.evaluate(FOCUS_IN_SIGHT) == []
        page.tab.evaluate("scrollTo(0, document.querySelector('.stage').offsetTop + 60)")
        assert page.tab.evaluate(BESIDE_THE_BAR) == [0, True, True]  # an opaque band
        assert page.fits()
