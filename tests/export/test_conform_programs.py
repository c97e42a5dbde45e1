"""`conform --programs` passes runtimes that are right, and names instruction, register and block of planted faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from tests.command_line import Turingrad
from tests.constructions.decoder.processor.processors import FIBONACCI
from tests.export import faulty
from tests.export import faulty_programs as wrong
from turingrad.errors import InputError
from turingrad.export.conform import Conformance, ProgramProbe, Session, conform, plugin, program_probes, runtime
from turingrad.export.conform.instructions import computing_block, difference, examine_program
from turingrad.export.conform.program_run import judge_program, try_program
from turingrad.export.conform.programs import DraftedRun
from turingrad.machine.program import assemble

# The first instruction writes nothing: positions that are counted from another number show there.
SOURCE = "nop\n" + FIBONACCI.replace("_start:", "")
PROBE = ProgramProbe("tiny", assemble(SOURCE, "tiny", ram=4096), b"", 1024, 8)

# fault: what plants it, the fault that is named, the block, part of the instruction
FAULTS = {
    "theta 10,000": (faulty.theta(13.29), "several", "following", "addi zero, zero, 0"),
    "a dropped head of fetch": (wrong.wrong_weights(wrong.dropped_head("fetch", 0)), "lookup", "fetch", "addi zero"),
    "a dropped head of operands": (
        *(wrong.wrong_weights(wrong.dropped_head("operands", 1)), "lookup", "operands", "add a2, a0, a1"),
    ),
    "a dropped head of memory": (wrong.wrong_weights(wrong.dropped_head("memory", 0)), "lookup", "memory", "lbu a0"),
    "gate and up exchanged": (wrong.wrong_weights(wrong.up_for_gate), "activation", "following", "addi zero"),
    "int8 weights": (wrong.wrong_weights(wrong.int8), "activation", "memory", "addi zero"),
    "positions one short": (faulty.positions(-1), "cache", None, "addi s0, zero, 6"),
    "a cache that keeps 64 rows": (faulty.window(64), "cache", "operands", "addi a0, zero, 0"),
    "queries and keys exchanged": (wrong.wrong_weights(wrong.swapped_queries_and_keys), None, "records", "addi zero"),
}
QUICK = ("positions one short",)


def verdict_on(plant: faulty.Plant) -> Conformance:
    return conform(wrong.runtime_with(plant), own=[PROBE])


def test_our_own_runtime_says_every_token() -> None:
    verdict = conform(runtime("torch"), own=[PROBE])
    assert verdict.ok, verdict.first
    assert verdict.tokens == 2 * 73  # generated and teacher-forced
    assert verdict.fault is None


@pytest.mark.parametrize(
    "fault", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAULTS]
)
def test_a_planted_fault_is_named_by_instruction_and_block(fault: str) -> None:
    plant, part, block, instruction = FAULTS[fault]
    verdict = verdict_on(plant)
    first = verdict.first
    assert first is not None
    assert part in (None, verdict.fault)
    assert block in (None, first.block)
    assert instruction in first.instruction
    assert first.goal
    assert f"At {first.instruction}, which makes {first.goal}." in str(first)


def test_a_register_and_its_bits_are_named() -> None:
    first = verdict_on(wrong.wrong_weights(wrong.dropped_head("operands", 1))).first
    assert first is not None
    assert (first.goal, first.part, first.bits) == ("a2", "byte", ("e.0 is 0 for 1",))
    assert "head `last write of rs2` reads the null" in first.lookup


def test_a_runtime_that_stops_and_one_without_a_cache() -> None:
    network = PROBE.network()
    piece = DraftedRun(network, b"").piece(1024)
    silent = Session(lambda _prompt, _count: [], None, {}, lambda _tokens, _count: [])
    compared, found = try_program(PROBE, network, silent, 4096)
    assert (compared, found[0].said, found[0].lookup) == (0, "missing", "The runtime stopped before this token.")
    assert judge_program(found, False) == "stops"
    told: list[int] = []

    def generate(_prompt: Sequence[int], count: int) -> list[int]:
        told.append(count)
        return piece.right[:count]

    assert try_program(PROBE, network, Session(generate), 4096) == (24, ())
    assert told == [24]
    hidden = Session(generate, lambda tokens: [5] * len(tokens))
    _, (first,) = try_program(PROBE, network, hidden, 4096)
    assert (first.mode, first.said) == ("teacher-forced", "b0:00")
    assert judge_program((first,), True) == "mask"


def test_what_of_a_token_is_wrong() -> None:
    network = PROBE.network()
    v = network.vocabulary
    number = v.number
    assert difference(v, number["pc:008"], number["pc:00c"]) == ("address", ("npc.0 is 1 for 0",))
    assert difference(v, number["pc:008"], v.outside) == ("address", ("npc.out",))
    assert difference(v, number["out:41"], number["out:43"]) == ("byte", ("e.1 is 1 for 0",))
    assert difference(v, number["exit:01"], number["exit:00"]) == ("byte", ("e.0 is 0 for 1",))
    assert difference(v, number["b1:05"], number["b1:05-"]) == ("ending", ("- for more",))
    assert difference(v, number["<halt>"], number["x3"]) == ("kind", ("say.prompt for say.halt",))
    blocks = {
        ("b0:05.", "add"): "arithmetic",
        ("b2:05.", "add"): "memory",
        ("b3:05.", "srai"): "arithmetic",
        ("b0:01.", "sltu"): "memory",
        ("b0:05.", "lw"): "memory",
        ("pc:008", "beq"): "memory",
        ("pc:008", "jal"): "operands",
        ("pc:008", "jalr"): "following",
        ("out:05", "ecall"): "following",
    }
    for (token, name), block in blocks.items():
        assert computing_block(v, number[token], name) == block, (token, name)


def test_output_stores_ends_and_foreign_tokens_are_described() -> None:
    network = PROBE.network()
    v, piece = network.vocabulary, DraftedRun(network, b"").piece(1024)
    texts = [v.texts[token] for token in piece.right]

    def wrong_at(place: int, said: int) -> tuple[str, str]:
        tokens = [*piece.prompt, *piece.right[:place]]
        found = examine_program(network, "tiny", "generated", tokens, piece.right[place], said, place, None)
        return found.goal, found.said

    assert wrong_at(texts.index("out:08"), v.out) == ("the output", "out:00")
    assert wrong_at(texts.index("exit:08"), v.exit) == ("the exit code", "exit:00")
    assert wrong_at(len(texts) - 1, v.byte) == ("the end", "b0:00")
    assert wrong_at(texts.index("pc:024") + 1, len(v) + 7) == ("the word at 0x0ffc", f"token number {len(v) + 7}")


def test_long_runs_are_tried_in_pieces_from_live_states() -> None:
    network = PROBE.network()
    pieces = list(PROBE.pieces(network, 10, 1024))
    assert [piece.start for piece in pieces] == sorted(piece.start for piece in pieces)
    run = DraftedRun(network, b"").piece(1024).right
    for piece in pieces:
        assert run[piece.start : piece.start + len(piece.right)] == piece.right
    windows = list(PROBE.pieces(network, 4096, 140))
    assert len(windows) > 1
    assert [token for window in windows for token in window.right] == run
    assert all(len(window.prompt) + len(window.right) < 140 for window in windows)


def test_a_plug_in_reads_the_processor_s_folder() -> None:
    network, seen = PROBE.network(), list[Path]()

    def load(folder: Path) -> object:
        seen.append(folder)
        return lambda tokens: int(network(torch.tensor(tokens))[-1].argmax())

    verdict = conform(plugin(load), own=[PROBE])  # type: ignore[arg-type]
    assert (verdict.ok, verdict.tokens) == (True, 24)
    assert seen


def test_the_command_takes_a_program_of_one_s_own(turingrad: Turingrad, tmp_path: Path) -> None:
    (tmp_path / "two.s").write_text("nop; li a0, 2; li a7, 93; ecall")
    outcome = turingrad("conform", "torch", tmp_path / "two.s", "--context", 256, "--json")
    assert outcome.code == 0, outcome.err
    assert (outcome.json["conforms"], outcome.json["probes"][0]["probe"]) == (True, "two")
    both = turingrad("conform", "torch", tmp_path / "two.s", "--programs")
    assert (both.code, both.err.count("\n")) == (2, 1)
    other = turingrad("conform", "torch", "--programs", "--probe", "hallo")
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "no program 'hallo' among the probes; known: hello, calc, fib" in " ".join(other.err.split())


def test_probes_by_name() -> None:
    with pytest.raises(InputError, match="no program 'x'"):
        list(program_probes(("x",)))


def test_a_window_without_room_leaves_a_probe_out() -> None:
    large = ProgramProbe("large", assemble("nop\n" * 200 + "ebreak", "large", ram=4096), b"", 256, 8)
    with pytest.raises(InputError, match=r"large, 256 tokens: the live state is a prompt of \d+ tokens"):
        conform(runtime("torch"), own=[large])


def test_keys_in_another_format_are_refused_beyond_their_proof() -> None:
    short = replace(runtime("torch"), keys="bfloat16")
    with pytest.raises(InputError, match=r"tiny, 1,024 tokens: not proven with keys in bfloat16: .* of 256 tokens"):
        conform(short, own=[PROBE])
    (probe,) = program_probes(("hello",), 256)
    assert (probe.context, probe.network().keys_exact_in("bfloat16")) == (256, True)


# fault in llama.cpp: what is written wrongly, settings, the fault that is named, the block, part of the instruction
LLAMA_FAULTS = {
    "theta 10,000": ("theta", 10_000.0, {}, "several", "following", "addi zero"),
    "a dropped head": ("tensors", wrong.dropped_head("operands", 1), {}, "lookup", "operands", "add a2, a0, a1"),
    "queries and keys exchanged": ("tensors", wrong.swapped_queries_and_keys, {}, None, None, "addi zero"),
    "gate and up exchanged": ("tensors", wrong.up_for_gate, {}, "activation", "following", "addi zero"),
    "int8 weights": ("tensors", wrong.int8, {}, "activation", "memory", "addi zero"),
    "flash attention at 2^17": ("", None, {"attention": "flash"}, "overflow", "following", "addi zero"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", LLAMA_FAULTS)
def test_llama_cpp_with_a_fault_is_named_by_what_fails_first(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("xllamacpp")
    what, value, settings, part, block, instruction = LLAMA_FAULTS[fault]
    subject = replace(runtime("llama.cpp", **settings), keys=None)  # what is not proven is tried all the same
    if what == "theta":
        monkeypatch.setattr("turingrad.export.llama.theta", lambda _network: value)
    elif what == "tensors":
        monkeypatch.setattr("turingrad.export.llama.tensors", wrong.planted_tensors(value))  # type: ignore[arg-type]
    verdict = conform(subject, own=[replace(PROBE, context=1 << 17 if "2^17" in fault else PROBE.context)])
    assert verdict.first is not None
    assert part in (None, verdict.fault)
    assert block in (None, verdict.first.block)
    assert instruction in verdict.first.instruction


@pytest.mark.slow
def test_llama_cpp_is_right_with_flash_attention_where_it_is_proven() -> None:
    pytest.importorskip("xllamacpp")
    verdict = conform(runtime("llama.cpp", attention="flash"), own=[replace(PROBE, context=2048)])
    assert verdict.ok, verdict.first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theta", "settings"), [(2.0**88, {}), (2.0**96, {"cache": "bfloat16"})], ids=["theta 2^88", "a bfloat16 cache"]
)
def test_faults_of_long_runs_are_found_on_fib(
    theta: float, settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They need distances that a short program does not have."""
    pytest.importorskip("xllamacpp")
    subject = replace(runtime("llama.cpp", **settings), keys=None)
    monkeypatch.setattr("turingrad.export.llama.theta", lambda _network: theta)
    assert conform(subject, own=[PROBE]).ok
    verdict = conform(subject, programs=True, names=("fib",))
    assert verdict.first is not None
    assert verdict.first.place > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["llama.cpp", "onnxruntime", "transformers"])
def test_runtimes_conform_on_programs(name: str) -> None:
    pytest.importorskip({"llama.cpp": "xllamacpp"}.get(name, name))
    names = ("hello", "fib", "sorting", "soft-float", "sha256") if name == "llama.cpp" else ("hello",)
    verdict = conform(runtime(name), programs=True, names=names)
    assert verdict.ok, verdict.first
    assert not verdict.skipped
