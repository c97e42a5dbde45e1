"""Pictures in Python: diagrams as SVG, plots as matplotlib axes, and what notebooks show."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import turingrad as tg
from turingrad.view import plots

SVG = "{http://www.w3.org/2000/svg}"
G, PILL = f"{SVG}g", f"{SVG}rect[@class='pill']"


def test_a_diagram_has_every_state_and_every_rule(tmp_path: Path) -> None:
    machine = tg.read("palindrome")
    picture = machine.diagram()
    root = ElementTree.parse(picture.save(tmp_path / "diagram.svg")).getroot()
    space = {"svg": "http://www.w3.org/2000/svg"}
    states = {int(str(g.get("data-state"))) for g in root.findall(".//svg:g[@data-state]", space)}
    rules = [int(r) for g in root.findall(".//svg:g[@data-rules]", space) for r in str(g.get("data-rules")).split()]
    assert states == set(range(len(machine.states)))
    assert sorted(rules) == list(range(len(machine.rules)))


def test_states_of_a_diagram_do_not_overlap() -> None:
    from turingrad.view.layout import HEIGHT, place

    machine = tg.read("binary-add")
    follows: dict[str, list[str]] = {}
    for rule in machine.rules:  # type: ignore[union-attr]
        follows.setdefault(rule.state, []).append(rule.next)
    nodes = list(place(machine.states, machine.start, follows, machine.halting).values())  # type: ignore[union-attr]
    for k, one in enumerate(nodes):
        for other in nodes[:k]:
            apart = abs(one.x - other.x) >= (one.width + other.width) / 2 or abs(one.y - other.y) >= HEIGHT
            assert apart, (one.name, other.name)


@pytest.mark.parametrize("name", ["busy-beaver-3", "busy-beaver-4", "busy-beaver-5"])
def test_the_labels_of_a_diagram_stand_on_no_state_and_on_no_other_label(name: str) -> None:
    root = ElementTree.fromstring(tg.read(name).diagram().text)
    pills = [
        [float(str(pill.get(key))) for key in ("x", "y", "width", "height")] for pill in root.iterfind(f"{G}/{PILL}")
    ]
    boxes = []
    for text in root.iterfind(f"{G}[@data-rules]/{SVG}text"):
        share = {"start": 0.0, "middle": 0.5, "end": 1.0}[str(text.get("class"))]
        lines = [(float(str(line.get("x"))), float(str(line.get("y"))), len(str(line.text)) * 7.6) for line in text]
        widest = max(width for _, _, width in lines)
        boxes.append([lines[0][0] - share * widest, lines[0][1] - 9, widest, lines[-1][1] - lines[0][1] + 10])
    assert len(boxes) > 4
    for k, box in enumerate(boxes):
        for other in [*pills, *boxes[:k]]:
            apart = [box[i] >= other[i] + other[i + 2] or other[i] >= box[i] + box[i + 2] for i in (0, 1)]
            assert any(apart), (box, other)


def test_the_space_time_diagram_shows_the_heads_path(tmp_path: Path) -> None:
    run = tg.run("busy-beaver-3")
    axes = run.plot()
    (line,) = axes.get_lines()
    assert list(line.get_xdata()) == [moment.heads[0] for moment in run.trace]
    assert [entry.get_text() for entry in axes.get_legend().get_texts()] == ["0", "1"], "shades are named"
    axes.figure.savefig(tmp_path / "path.svg")
    assert "<svg" in (tmp_path / "path.svg").read_text()


def test_attention_and_weights_are_drawn_with_names() -> None:
    network = tg.compile("busy-beaver-3", "transformer", steps=30)
    weights = network.plot("position")
    names = [label.get_text() for label in weights.get_yticklabels()]
    assert "pos3(1s)" in names
    assert [each.get_ylabel() for each in weights.figure.axes] == ["", "weight"]
    reads = network.plot("read")
    (dots,) = reads.collections
    moments = list(tg.run("busy-beaver-3").trace)
    heads = [-1, *(moment.heads[0] for moment in moments[:-1])]  # the cell that each pass writes
    expected = []
    for step, moment in enumerate(moments):
        writes = [p for p in range(step + 1) if heads[p] == moment.heads[0]]
        expected += [(writes[-1], step)] if writes else []
    assert [(int(x), int(y)) for x, y in dots.get_offsets()] == expected
    with pytest.raises(tg.InputError, match="no layer 'nowhere'"):
        network.plot("nowhere")


def test_notebooks_show_pages() -> None:
    run = tg.run("palindrome", "abba", on="descent")
    html = run._repr_html_()
    assert html.startswith("<iframe srcdoc=")
    assert "palindrome on descent" in html
    assert tg.read("palindrome").diagram()._repr_svg_().startswith("<svg")
    X, y, X_test, _ = tg.tasks.draw(tg.tasks.get("parity"), seed=1, d=4, train=8, test=4)
    learned = tg.learn("parity", X, y, X_test, on="emulation")
    assert "parity with emulation" in learned._repr_html_()
    assert learned.plot().get_ylabel() == "loss"
    bits = learned.plot("memory").images[0].get_array()
    assert bits.shape == (len(learned.details["memory"]), learned.sgd_steps + 1)
    assert "".join(map(str, bits[:, -1])) == learned.details["memory"]
    with pytest.raises(tg.InputError, match="'losses' or its 'memory'"):
        learned.plot("weights")
    network = tg.compile("busy-beaver-2", "transformer", steps=10)
    assert "busy-beaver-2 on transformer" in network._repr_html_()
    assert "6 steps in lockstep" in tg.lockstep(network)._repr_html_()


def test_a_notebook_shows_the_axes_of_a_plot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notebooks show the figures that pyplot knows; elsewhere they would only fill its list."""
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    run, before = tg.run("busy-beaver-2"), pyplot.get_fignums()
    assert run.plot().figure not in map(pyplot.figure, before)
    assert pyplot.get_fignums() == before
    monkeypatch.setattr(plots, "in_notebook", lambda: True)
    axes = run.plot()
    assert pyplot.get_fignums() == [*before, axes.figure.number]
    pyplot.close(axes.figure)


def test_a_notebook_is_told_by_its_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not plots.in_notebook()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=object))
    assert plots.in_notebook()
