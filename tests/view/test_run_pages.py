"""Pages of runs in a browser: they show what the interpreter computes, at every step that is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from tests.view.browser import Opened
from tests.view.kinds import Made, copier
from turingrad.machine.tape.run import trace
from turingrad.view import view
from turingrad.view.report_pages import check_report

Open = Callable[..., Opened]
Make = Callable[[str], Made]


def configurations(machine: Any, given: Any = None) -> list[tg.TapeConfiguration]:
    return list(trace(machine, given))


@pytest.mark.parametrize("on", ["reference", "transformer", "descent", "decoder"])
def test_a_page_shows_the_interpreters_tape_at_every_jump(on: str, open_page: Open, make_page: Make) -> None:
    expected = configurations(tg.read("palindrome"), "abba")
    page = open_page(make_page(on).path, at="#step=3")
    for step in (0, 4, 7, len(expected) - 1):
        page.tab.evaluate(f"location.hash = 'step={step}'")
        page.until(f"document.querySelector('.jump').value === '{step}'")
        assert page.tape() == (str(expected[step].tapes[0]), expected[step].heads[0])
    assert "it accepts" in page.tab.locator(".sentence").inner_text()


def test_keys_buttons_and_the_slider_move_through_the_run(open_page: Open, tmp_path: Path) -> None:
    page = open_page(view(tg.read("busy-beaver-4"), on="transformer").save(tmp_path / "page.html"))
    press = page.tab.keyboard.press
    press("Home")
    press("ArrowRight")
    press("ArrowRight")
    assert page.step() == 2
    press("ArrowLeft")
    assert page.step() == 1
    press("End")
    assert page.step() == 107
    press("Home")
    assert page.step() == 0
    page.tab.get_by_role("button", name="One on").click()
    assert page.step() == 1
    page.tab.locator("input[type=range]").fill("50")
    assert page.step() == 50
    page.tab.locator(".jump").fill("31")
    page.tab.locator(".jump").press("Enter")
    assert page.step() == 31
    page.tab.locator("h1").click()
    press("?")
    assert page.tab.locator("dialog.keys").is_visible()
    press("Escape")
    page.until("!document.querySelector('dialog.keys').open && document.activeElement === document.body")
    press(" ")
    page.until("Number(document.querySelector('.jump').value) > 32")
    press(" ")
    stopped = page.step()
    page.tab.wait_for_timeout(700)
    assert page.step() == stopped


def test_a_step_in_the_address_is_shown_although_the_page_writes_its_own(open_page: Open, make_page: Make) -> None:
    page = open_page(make_page("transformer-paper").path)
    # the page's delayed note of the step it shows comes between the reader's change and the event that tells of it
    page.tab.evaluate("location.hash = 'step=8'; history.replaceState(null, '', '#step=0')")
    page.until("document.querySelector('.jump').value === '8'")
    assert page.step() == 8


def last_write(snapshots: list[tg.TapeConfiguration], step: int, tape: int) -> str:
    """The pass that a pass should read: pass p writes the cell where the head stood before it; the boot pass, 0, writes
    the blank of cell -1."""
    heads = [-1, *(snapshot.heads[tape] for snapshot in snapshots[:step])]
    writes = [p for p, head in enumerate(heads) if head == snapshots[step].heads[tape]]
    return str(writes[-1]) if writes else ""


READS = "document.querySelector('.arcs').dataset.reads"


@pytest.mark.parametrize("kind", ["transformer", "transformer-paper", "transformer-radix"])
def test_attention_in_the_browser_finds_the_last_write(kind: str, open_page: Open, make_page: Make) -> None:
    name, given = ("palindrome", "abba") if kind == "transformer" else ("busy-beaver-3", None)
    snapshots = configurations(tg.read(name), given)
    page = open_page(make_page(kind).path, at="#step=1")
    page.until(f"{READS} !== undefined")
    winners = "document.querySelectorAll('.arcs .match.read').length"
    found = page.each(len(snapshots) - 1, f"[{READS}, {winners}]")
    expected = [last_write(snapshots, step, 0) for step in range(1, len(snapshots))]
    assert found == [[read, 1 if read else 0] for read in expected]


def test_each_tape_has_its_own_search(open_page: Open, make_page: Make) -> None:
    snapshots = configurations(copier())
    page = open_page(make_page("transformer-tapes").path, at="#step=1")
    page.until(f"{READS} !== undefined")
    for tape in (0, 1):
        page.tab.locator(".controls button.first").click()
        page.tab.locator(".which-tape").select_option(str(tape))
        expected = [last_write(snapshots, step, tape) for step in range(1, len(snapshots))]
        assert page.each(len(snapshots), READS)[1:] == expected


def test_the_decoders_head_reads_the_token_that_wrote_the_cell(open_page: Open, make_page: Make) -> None:
    snapshots = configurations(tg.read("palindrome"), "abba")
    page = open_page(make_page("decoder").path)
    page.tab.keyboard.press("Home")
    tokens, place = (make_page("decoder").run["net"][name] for name in ("tokens", "place"))
    now = "document.querySelector('.token.now').textContent"
    stream = "[...document.querySelectorAll('.stream td')].at(-1).dataset.text"
    best = "document.querySelector('.candidate-token.best code').textContent"
    for step, (token, read, after, following) in enumerate(
        page.each(len(snapshots) - 1, f"[{now}, {READS}, {stream}, {best}]")
    ):
        assert token == tokens[place[step]]
        goes_to = snapshots[step + 1]
        assert tokens[int(read)].endswith(f"@{goes_to.heads[0]}") or tokens[int(read)] == "<bos>"
        assert f"read={goes_to.tapes[0].read(goes_to.heads[0], '_')}" in after
        assert f"st={snapshots[step].state} " in after
        assert following == tokens[place[step + 1]]


def test_a_search_plays_its_rounds_and_then_what_it_found(open_page: Open, make_page: Make) -> None:
    run = make_page("search").run
    page = open_page(make_page("search").path, at=f"#step={run['frames']['step'][-1]}")
    assert page.tab.locator(".candidates .candidate").count() == sum(map(len, run["candidates"])) > 10
    best = run["boards"][-1]["rows"][0]
    assert f"{round(100 * best['accuracy'], 2):g} %" in page.tab.locator(".sentence").first.inner_text()
    assert page.tab.locator(".leaders tbody tr").count() == len(run["boards"][-1]["rows"])
    rules = run["machines"][run["boards"][-1]["machine"]]["rules"]
    assert page.tab.locator(".champion .rules tbody tr").count() == len(rules)
    assert page.tab.locator(".run").count() == 2
    page.tab.locator(".run").nth(1).locator("button.last").click()
    assert "the prediction is" in page.tab.locator(".sentence").nth(1).inner_text()


def test_a_changed_weight_is_red_at_the_first_difference(open_page: Open, tmp_path: Path) -> None:
    machine = tg.read("busy-beaver-3")
    network = tg.compile(machine, "transformer", steps=30)
    layer = network.decoder_layers()[1].feedforward
    c, states = network.coordinates, machine.states
    pair = states.index("B") * 2  # B reading 0 now goes to A, not to C
    with torch.no_grad():
        layer.W_1[c.at("st", states.index(machine.rule("B", ("0",)).next)), c.at("pair", pair)] = 0  # type: ignore[union-attr]
        layer.W_1[c.at("st", states.index("A")), c.at("pair", pair)] = 1
    data = view(network).data["run"]
    first = data["lockstep"]["differs"][0]
    expected = configurations(machine)
    assert expected[first - 1].state == "B"
    page = open_page(view(network).save(tmp_path / "page.html"), at=f"#step={first}")
    badge = page.tab.locator(".badge")
    assert "differs from the interpreter here" in badge.inner_text()
    assert page.tab.locator(".badge.wrong").count() == 1
    page.tab.keyboard.press("Home")
    assert f"first at step {first}" in badge.inner_text()


HOSTILE = "<script>document.title='owned'</script>"


def test_a_state_called_script_is_shown_and_not_run(open_page: Open, tmp_path: Path) -> None:
    rules = (tg.Rule(HOSTILE, ("0",), ("1",), (1,), "</script><img src=x onerror=alert(1)>"),)
    states = (HOSTILE, "</script><img src=x onerror=alert(1)>")
    machine = tg.TapeMachine(states, ("0", "1"), "0", HOSTILE, rules, name="<b>bold</b> & 'quotes\"", doc="</style><i>")
    for on in ("reference", "transformer", "descent", "rcnn", "decoder"):
        page = open_page(view(machine, on=on).save(tmp_path / f"{on}.html"))
        page.tab.keyboard.press("Home")
        assert HOSTILE in page.tab.locator(".sentence").inner_text()
        title = machine.name if on == "reference" else f"{machine.name} on {on}"
        assert page.tab.locator("h1").inner_text() == title
        assert page.tab.locator("img, main script, main b b").count() == 0
        assert page.tab.title() == title


def test_hostile_names_of_inputs_and_commands_are_text(open_page: Open, tmp_path: Path) -> None:
    circuit = tg.Circuit((HOSTILE, "<img src=x>"), (tg.Gate("and", (0, 1)),), (("</title><i>", 2),), name=HOSTILE)
    page = open_page(
        view(circuit, [1, 1], on="feedforward", command=f"turingrad view {HOSTILE}").save(tmp_path / "c.html")
    )
    assert HOSTILE in page.tab.locator(".bit-row").first.inner_text()
    assert page.tab.locator(".command code").inner_text() == f"turingrad view {HOSTILE}"
    fields = {
        "machine": HOSTILE,
        "on": "<u>",
        "runs": 1,
        "steps_checked": 1,
        "mismatches": 1,
        "certificate": {"<s>": True},
    }
    report = open_page(check_report(fields, [HOSTILE], [(HOSTILE, 1, False)]).save(tmp_path / "r.html"))
    assert report.tab.locator(".bars .name").inner_text() == HOSTILE
    for each in (page, report):
        assert each.tab.locator("img, main script, main u, main s:not(.bars s), main i i").count() == 0
        assert "owned" not in each.tab.title().replace(HOSTILE, "")


def test_a_window_asked_for_is_what_the_page_plays(turingrad: Turingrad, open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    made = turingrad("view", "busy-beaver-4", "--on", "transformer", "--from", 40, "--to", 60, "-o", path, "--quiet")
    assert made.code == 0
    page = open_page(path)
    assert page.tab.locator(".left-out").inner_text() == "Shows steps 40 to 60 of 107."
    snapshots = configurations(tg.read("busy-beaver-4"))
    for key, step in (("Home", 40), ("ArrowRight", 41), ("End", 60)):
        page.tab.keyboard.press(key)
        assert page.step() == step
        assert page.tape() == (str(snapshots[step].tapes[0]), snapshots[step].heads[0])


def test_the_policy_forbids_the_network_and_foreign_scripts(open_page: Open, tmp_path: Path) -> None:
    page = open_page(view(tg.read("busy-beaver-2")).save(tmp_path / "page.html"))
    blocked = page.tab.evaluate("fetch('https://example.org/').then(() => 'reached', () => 'refused')")
    assert blocked == "refused"
    page.tab.evaluate("document.body.insertAdjacentHTML('beforeend', '<svg onload=\"document.title=1\"></svg>')")
    assert page.tab.title() == "busy-beaver-2"
    page.problems.clear()  # the refusals themselves
    page.requests.clear()


def test_a_million_steps_open_and_say_what_they_leave_out(open_page: Open, tmp_path: Path) -> None:
    machine = tg.read("busy-beaver-5")
    path = view(machine, on="transformer", max_steps=1_000_000).save(tmp_path / "page.html")
    assert path.stat().st_size < 5_000_000
    page = open_page(path, at="#step=1000000")
    assert page.step() == 1_000_000
    assert "1,200 of the steps 0 to 1,000,000" in page.tab.locator(".left-out").inner_text()
    page.tab.keyboard.press("ArrowLeft")
    assert page.step() == 999_999
    last = tg.run(machine, max_steps=999_999).configuration
    assert page.tape()[1] == last.heads[0]
    assert page.tape()[0] in str(last.tapes[0])
