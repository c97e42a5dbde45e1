"""Pages of clocked circuits: waveforms, and on emulation the signs of weights below."""

from __future__ import annotations

from tests.generators_clocked import counter
from turingrad.constructions.emulation import ProgramNetwork, compile_network
from turingrad.constructions.emulation.demo.clock import primes
from turingrad.constructions.emulation.executors.clock_plot import plot_clock
from turingrad.view import view
from turingrad.view.constructions.emulation import MAX_BITS


def test_a_page_has_waves_above_and_signs_below() -> None:
    data = view(counter(3), [[1], [1], [0]], on="emulation").data["run"]
    assert (data["stage"], data["kind"], data["lockstep"]["differs"]) == ("waves", "emulation-clock", [])
    assert [s["values"] for s in data["signals"] if s["name"] == "count"] == [["0", "1", "2", "2"]]
    assert data["net"]["names"] == ["count[0]", "count[1]", "count[2]", "carry"]
    assert data["net"]["signs"] == ["0000", "1000", "0100", "0100"]
    assert data["net"]["flips"] == [0, 1, 2, 0]
    assert data["net"]["magnitudes"] is True


def test_a_program_is_shown_with_the_bits_that_flip_most() -> None:
    page = view(primes(), on="emulation", last=30)
    data = page.data["run"]
    assert (data["stage"], data["kind"], data["lockstep"]["differs"]) == ("program", "emulation-clock", [])
    assert len(data["net"]["names"]) == MAX_BITS < data["net"]["bits"]
    assert "pc[0]" in data["net"]["names"]


def test_the_picture_has_waveforms_and_signs() -> None:
    network = compile_network(primes())
    assert isinstance(network, ProgramNetwork)
    drawn = plot_clock(network, 30, ("pc[0]", "wrote"))
    assert "<svg" in drawn
    assert "<image" in drawn
