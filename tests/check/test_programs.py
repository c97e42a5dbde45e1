"""Programs are checked whole by an executor, and at their beginning by the forward pass."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import turingrad as tg
from tests.command_line import Turingrad
from tests.constructions.decoder.processor.processors import fibonacci, small_network
from turingrad.check import check, checking
from turingrad.check.checking import Checks
from turingrad.constructions.decoder import network as decoder_network
from turingrad.constructions.decoder.executors import programs
from turingrad.constructions.decoder.processor import spoken
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.spoken import DraftedSpeaker, SpokenRun, TorchSpeaker
from turingrad.machine.program import assemble
from turingrad.machine.program.run import trace
from turingrad.machine.run import Clock, stream

SIZES: dict[str, Any] = {"code_bits": 6, "context": 1024}
LONG = "1: addi a0, a0, 1; bne a0, a1, 1b; ebreak"


def test_every_instruction_is_compared_and_by_whom_is_said() -> None:
    found = check(fibonacci(), on="decoder", samples=2, **SIZES)
    steps = len(list(trace(fibonacci()))) - 1
    assert found.ok
    assert found.checked_by == {"network": Checks(1, steps), "guarded": Checks(3, 3 * steps)}
    assert (found.runs, found.steps) == (3, 4 * steps)


def test_limits_of_long_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "STEPS", 20)
    program = assemble(LONG, "long", ram=1024)
    found = check(program, on="decoder", samples=1, max_steps=30, **SIZES)
    assert found.checked_by == {"network": Checks(1, 20), "guarded": Checks(2, 60)}
    named = check(program, on="decoder", samples=1, max_steps=3, executor="cached", **SIZES)
    assert named.checked_by == {"network": Checks(2, 6), "cached": Checks(2, 6)}


def test_a_changed_weight_is_found_by_the_forward_pass() -> None:
    network = tg.compile(fibonacci(), "decoder", **SIZES)
    assert check(network, samples=1).checked_by["guarded"].runs == 2
    with torch.no_grad():
        network.blocks[3].down.zero_()
    found = check(network, samples=1, max_steps=12)
    assert next(where for where, _ in found.mismatches).startswith("network on")
    assert list(found.checked_by) == ["network"]


def test_a_wrong_executor_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = programs.Guarded.say

    def wrong(self: Any, *given: Any) -> Any:
        said = original(self, *given)
        said[said == self.plan.arrays[2].shape[0] - 3] += 1  # another pc
        return said

    monkeypatch.setattr(programs.Guarded, "say", wrong)
    program = assemble("nop\n" * 61 + "ebreak; nop; ebreak", "nops", ram=1024)
    found = check(program, on="decoder", samples=1, **SIZES)
    assert [where.split()[0] for where, _ in found.mismatches] == ["guarded", "guarded"]


@pytest.mark.parametrize(
    ("on", "executor"), [("descent", "closed-form"), pytest.param("transformer", "indexed", marks=pytest.mark.slow)]
)
def test_programs_on_tapes_are_compared_by_the_forward_pass_too(on: str, executor: str) -> None:
    program = assemble("li a0, 3; li a7, 93; ecall", "short", ram=64)
    found = check(program, on=on, samples=1, max_steps=30)
    assert found.ok
    assert found.checked_by == {checking.INNER: Checks(1, 20), executor: Checks(2, 6)}
    if on == "descent":
        with torch.no_grad():
            found.network.inner.loss.outlook.copy_(found.network.inner.loss.outlook.roll(1, 0))
        found = check(found.network, samples=1, max_steps=9)
        assert [where.split(" on ")[0] for where, _ in found.mismatches] == [checking.INNER] * 2


def test_threads_are_one_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step of these networks is too small for two: on emulation a check took eight times the processor's time."""
    seen = []
    lockstep = checking.lockstep

    def count(*given: Any) -> Any:
        seen.append(torch.get_num_threads())
        return lockstep(*given)

    monkeypatch.setattr(checking, "lockstep", count)
    for threads in (None, 2):
        check("last-label", on="emulation", samples=1, max_steps=2, threads=threads)
    assert seen == [1, 2]


def test_the_command_says_who_checked_what(turingrad: Turingrad, tmp_path: Any) -> None:
    path = tmp_path / "short.s"
    path.write_text("li a0, 3; li a7, 93; ecall\n")
    said = turingrad("check", path, "--on", "decoder", "--samples", 1, "--quiet")
    assert said.code == 0
    assert "the network's forward pass: 3 steps of 1 run; executor guarded: 6 steps of 2 runs" in " ".join(
        said.out.split()
    )


@pytest.mark.parametrize(("context", "ahead"), [(1024, 256), (110, 7), (110, 256)])
def test_drafted_tokens_are_those_of_generation(context: int, ahead: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spoken, "AHEAD", ahead)
    program = fibonacci()
    network = small_network(program, context)
    draft = RunTokens(network.vocabulary, program)
    run = SpokenRun(network, None, DraftedSpeaker(network, draft))
    assert list(stream(run, Clock(None, None))) == list(trace(program))
    assert run.windows == (1 if context > 1000 else 2)


def test_a_wrong_draft_changes_nothing() -> None:
    program = fibonacci()
    network = small_network(program, 1024)
    prompt = network.starting_tokens()
    plain = TorchSpeaker(network).say(prompt, 30, len(network.vocabulary), 0)
    draft = RunTokens(network.vocabulary, program)
    draft.waiting = draft.take(20).copy()
    draft.waiting[11] = network.vocabulary.pc + 7
    drafted = DraftedSpeaker(network, draft)
    assert drafted.say(prompt, 30, len(network.vocabulary), 0).tolist() == plain.tolist()
    assert drafted.draft is None


@pytest.mark.parametrize("piece", [8, 30, 100])
def test_pieces_of_a_long_prompt_leave_every_answer_that_is_asked_for(
    piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A prompt whose last piece is shorter than the draft once shifted the network's answers."""
    monkeypatch.setattr(decoder_network, "PIECE", piece)
    network = small_network(fibonacci())
    prompt = network.starting_tokens(b"").tolist()
    right = RunTokens(network.vocabulary, network.machine).take(20).tolist()
    for count in (1, 7, 20):
        fed = [*prompt, *right[: count - 1]]
        assert TorchSpeaker(network).next_tokens(fed, count) == right[:count]
