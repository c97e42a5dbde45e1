"""One way in: what a user names is resolved once, and every option is honoured or refused in one line by every verb.

Most of these failed before there was one `resolve` and one `prepare`: pages certified networks that they never ran, and
options were passed over in silence.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from turingrad.check import check
from turingrad.export.vectors import vectors_of
from turingrad.library import load_learner
from turingrad.view import view

BITS = [1, 0, 1, 1, 0, 1, 1, 0]
GRID = ["+-+", "--+", "+++"]


def differs(page: Any) -> list[int]:
    found: list[int] = page.data["run"]["lockstep"]["differs"]
    return found


def facts(page: Any) -> dict[str, Any]:
    return {fact["name"]: fact["value"] for fact in page.data["facts"]}


def test_a_page_of_a_circuit_shows_the_network_that_it_was_given() -> None:
    network: Any = tg.compile("adder-4", "feedforward")
    assert differs(network.view(BITS)) == []
    with torch.no_grad():
        network.layer_groups()[1].f[0].W.values().zero_()
    assert not tg.lockstep(network, BITS).ok
    assert differs(network.view(BITS))


def test_a_page_of_a_grid_machine_shows_the_network_that_it_was_given() -> None:
    network: Any = tg.compile(load_learner("parity-small", form="grid"), "rcnn")
    assert differs(network.view(GRID)) == []
    with torch.no_grad():
        network.local.V2.zero_()
    assert not tg.lockstep(network, GRID).ok
    assert differs(network.view(GRID))


def test_a_page_of_a_run_shows_the_network_that_ran() -> None:
    run = tg.run("palindrome", "abba", on="transformer", layers="paper")
    assert facts(run.view())["layers"] == run.subject.depth > tg.compile("palindrome", "transformer").depth


@pytest.mark.parametrize("given", ["network", "folder", "options"])
def test_a_page_has_the_options_that_the_network_was_compiled_with(given: str, tmp_path: Path) -> None:
    network = tg.compile("adder-4", "feedforward", corrections=False)
    tg.save(network, tmp_path / "net")
    page = {
        "network": lambda: view(network),
        "folder": lambda: view(tmp_path / "net"),
        "options": lambda: view("adder-4", on="feedforward", corrections=False),
    }[given]()
    assert facts(page)["ReLU layers"] == network.depth == 20
    assert "round" not in page.data["summary"] + page.data["run"]["net"]["says"]


def test_a_folder_is_its_network_in_python_and_in_a_shell(tmp_path: Path, turingrad: Turingrad) -> None:
    place = tmp_path / "net"
    tg.save(tg.compile("busy-beaver-2", "decoder", cells=8, context=24), place)
    assert tg.run(str(place)).on == tg.run(place).on == "decoder"
    assert turingrad("run", place, "--json").json["on"] == "decoder"
    assert view(place).title == "busy-beaver-2 on decoder"
    assert turingrad("view", place, "-o", tmp_path / "p.html", "--json").json["title"] == "busy-beaver-2 on decoder"
    assert check(place, samples=1).network.construction == "decoder"
    for on in ("reference", "transformer"):
        with pytest.raises(tg.InputError, match=f"this is a network of decoder; it cannot run on '{on}'"):
            tg.run(place, on=on)
        refused = turingrad("view", place, "--on", on, "-o", tmp_path / "q.html")
        assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert tg.compile(place, "transformer", steps=9).machine == tg.read(place)


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("adder-4", {"max_steps": -1}),
    ("adder-4", {"executor": "dense"}),
    ("adder-4", {"executor": "toaster"}),
    ("adder-4", {"stepz": 3}),
    ("adder-4", {"first": 3, "last": 4, "max_steps": 1}),
    ("adder-4", {"device": "toaster"}),
    ("adder-4", {"threads": 0}),
    ("adder-4", {"dtype": "int8"}),
    ("busy-beaver-2", {"max_steps": -1}),
    ("busy-beaver-2", {"steps": 10}),
    ("busy-beaver-2", {"dtype": "float32"}),
    ("busy-beaver-2", {"on": "feedforward"}),
    ("busy-beaver-2", {"on": "transformer", "dtype": "float32", "threads": 9_999}),
    ("busy-beaver-2", {"on": "rcnn", "stepz": 1}),
    ("busy-beaver-2", {"on": "descent", "executor": "dense"}),
    ("parity-small", {"given": GRID, "stepz": 1}),
    ("parity-small", {"given": GRID, "on": "rcnn", "dtype": "float16"}),
]


@pytest.mark.parametrize(("name", "options"), REFUSED, ids=str)
def test_a_page_refuses_what_it_cannot_honour(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(tg.TuringradError) as error:
        view(tg.read(name), **options)
    assert "\n" not in str(error.value)


def test_a_page_honours_its_window_and_its_limit(tmp_path: Path, turingrad: Turingrad) -> None:
    shown = view("adder-4", BITS, first=3, last=4).data["run"]
    assert (shown["frames"]["step"], shown["leftOut"]) == ([3, 4], "Shows layers 3 to 4 of 10.")
    assert view("adder-4", BITS, max_steps=1).data["run"]["frames"]["step"] == [0, 1]
    assert view("busy-beaver-4", last=4, max_steps=2).data["run"]["frames"]["step"] == [0, 1, 2]
    call = ("view", "adder-4", "--from", "3", "--to", "4", "--max-steps", "1", "-o", tmp_path / "page.html")
    refused = turingrad(*call)
    assert (refused.code, "the run has 1 step;" in refused.err) == (2, True)
    assert not (tmp_path / "page.html").exists()
    for more in (("--data", "x.csv"), ("--noise", "0.1"), ("--input-sep", ","), ("--dim", "3")):
        outcome = turingrad("view", "adder-4", "--input", "10110110", *more, "-o", tmp_path / "page.html")
        assert (outcome.code, outcome.err.count("\n")) == (2, 1), more


def test_a_page_honours_dtype_and_executor() -> None:
    assert facts(view("palindrome", "abba", on="transformer", executor="packed"))["executor"] == "packed"
    assert differs(view("palindrome", "abba", on="transformer", dtype="float64", threads=1)) == []
    assert differs(view("palindrome", "abba", executor="python")) == []


def test_check_honours_or_refuses_as_run_does() -> None:
    assert check("adder-2", on="feedforward", samples=1, corrections=False).network.corrections is False
    assert check("palindrome", on="transformer", samples=1, threads=2, executor="dense").ok
    for wrong in ({"stepz": 1}, {"executor": "toaster"}, {"dtype": "int8"}, {"threads": 0}, {"device": "toaster"}):
        with pytest.raises(tg.TuringradError) as error:
            check("palindrome", on="transformer", samples=1, **wrong)
        assert "\n" not in str(error.value)


def test_vectors_refuse_a_changed_network() -> None:
    network: Any = tg.compile("adder-2", "feedforward")
    assert vectors_of(network, 2)["x"].shape == (2, 4)
    with torch.no_grad():
        network.output.b += 1
    with pytest.raises(tg.CertificateError, match="is not as it was compiled"):
        vectors_of(network, 2)


def test_a_reference_page_of_a_circuit_is_the_circuit_itself() -> None:
    page = view("adder-2", [1, 0, 1, 0], on="reference")
    assert (page.title, page.data["run"]["lockstep"], page.data["run"]["kind"]) == ("adder-2", None, "reference")
    outputs = [value for _, value in page.data["run"]["outputs"]]
    assert np.array_equal([outputs], tg.evaluate("adder-2", [[1, 0, 1, 0]]))
