"""Which moments a page shows, and what it says of the others."""

from __future__ import annotations

import json

import pytest

import turingrad as tg
from tests.view import kinds
from turingrad.errors import InputError
from turingrad.library import load_learner
from turingrad.machine.grid.run import trace
from turingrad.machine.tape.page import tape_column
from turingrad.view import view
from turingrad.view.frames import Window, omitted_steps
from turingrad.view.pages import embed_json
from turingrad.view.run_pages import run_page


def test_short_runs_are_shown_whole() -> None:
    steps = Window().steps(107)
    assert steps == list(range(108))
    assert omitted_steps(steps, 107) == ""


def test_long_runs_keep_both_ends_in_full() -> None:
    steps = Window(most=400).steps(1_000_000)
    assert len(steps) == 400
    assert len(set(steps)) == 400
    assert steps == sorted(steps)
    assert steps[:100] == list(range(100))
    assert steps[-100:] == list(range(999_901, 1_000_001))
    assert "400 of the steps 0 to 1,000,000" in omitted_steps(steps, 1_000_000)


def test_a_window_is_shown_whole() -> None:
    steps = Window(first=5_000, last=5_100).steps(1_000_000)
    assert steps == list(range(5_000, 5_101))
    assert omitted_steps(steps, 1_000_000) == "Shows steps 5,000 to 5,100 of 1,000,000."


def test_windows_outside_the_run_are_refused() -> None:
    with pytest.raises(tg.InputError, match="has 107 steps"):
        Window(first=200).steps(107)
    with pytest.raises(tg.InputError, match="the last step of the window, 2, is before the first, 5"):
        Window(first=5, last=2)


def test_far_cells_are_counted_not_drawn() -> None:
    machine = tg.read("busy-beaver-2")
    far = tg.TapeConfiguration(0, "A", (0,), (tg.Tape(-100, ("1",) * 300),))
    column = tape_column(machine, [far], 0)
    assert (column["start"], column["left"], column["right"]) == ([-60], [40], [139])
    assert len(column["cells"][0]) == 121


def test_embedded_json_cannot_end_its_element() -> None:
    text = embed_json({"name": "</script><!--\u2028&"})
    assert "<" not in text
    assert ">" not in text
    assert "\u2028" not in text
    assert json.loads(text) == {"name": "</script><!--\u2028&"}


def test_a_page_prints_as_one_line() -> None:
    assert repr(view(tg.read("busy-beaver-2"))) == (
        "<page 'busy-beaver-2': save(path) writes it, open() shows it in the browser>"
    )


@pytest.mark.parametrize("on", ["reference", "rcnn"])
def test_a_grids_page_shows_the_interpreters_every_moment(on: str) -> None:
    machine = load_learner("parity-small", form="grid", features=3)
    given = kinds.GRID
    data, figures, _, _ = run_page(machine, given, on=on)
    frames = data["frames"]
    for number, snapshot in enumerate(trace(machine, given)):
        assert machine.states[frames["state"][number]] == snapshot.state
        assert tuple(frames["head"][number]) == snapshot.head
        cells = [machine.symbols[ord(code) - 48] for code in frames["grid"][number]]
        assert cells == [symbol for row in snapshot.grid for symbol in row]
    assert len(frames["state"]) == number + 1 == figures["steps"] + 1
    assert data["lockstep"] is None if on == "reference" else data["lockstep"]["differs"] == []


@pytest.mark.parametrize("on", ["decoder", "descent", "rcnn", "transformer"])
def test_an_executor_that_there_is_not_has_no_page(on: str) -> None:
    with pytest.raises(InputError, match=f"no executor 'magic' on '{on}'"):
        view(tg.read("busy-beaver-2"), on=on, executor="magic")
    with pytest.raises(InputError, match=f"no executor 'magic' on '{on}'"):
        tg.compile(tg.read("busy-beaver-2"), to=on).view("", executor="magic")
