"""Runs that are longer than the context go on in windows, from their live state."""

from __future__ import annotations

import pytest

from tests.constructions.decoder.processor.processors import fibonacci, random_program, small_network
from turingrad.constructions.decoder import compile_network
from turingrad.constructions.decoder.executors.programs import begin_program
from turingrad.constructions.decoder.processor.options import ProcessorOptions, checked_processor
from turingrad.constructions.drive import run
from turingrad.errors import InputError, LimitError, MachineError
from turingrad.machine.program import Program
from turingrad.machine.program.run import trace
from turingrad.machine.run import Clock, stream


@pytest.mark.parametrize("executor", ["guarded", "sliced"])
@pytest.mark.parametrize("context", [96, 110])
def test_windows_give_the_unbroken_run(executor: str, context: int) -> None:
    network = small_network(fibonacci(), context)
    begun = begin_program(network, None, executor)
    assert list(stream(begun.stepper, Clock(None, None))) == list(trace(fibonacci()))
    assert begun.details()["windows"] > 1


def test_random_programs_in_windows() -> None:
    """Each window begins with all of memory that is not 0, above the code and at the top of RAM."""
    for seed in range(12):
        program = random_program(seed)
        network = small_network(program, 900)
        for executor in ("guarded", "sliced"):
            begun = begin_program(network, b"", executor)
            found = list(stream(begun.stepper, Clock(400, None), 13))
            assert found == list(trace(program, every=13, max_steps=400)), (seed, executor)


def test_a_state_that_fills_its_context_is_refused() -> None:
    network = small_network(random_program(0), 256)
    for executor in ("guarded", "sliced"):
        with pytest.raises(LimitError, match="compile with context="):
            begin_program(network, None, executor)
    with pytest.raises(InputError, match="tokens; the decoder's context is 256"):
        network.prompt()


def test_options_that_do_not_fit_are_refused() -> None:
    long = Program(bytes(4 * 300), ram=4096)
    with pytest.raises(LimitError, match="300 words of code"):
        compile_network(long, code_bits=8)
    with pytest.raises(MachineError, match="131,072 bytes of RAM at most"):
        run(Program(bytes(8), ram=1 << 20), on="decoder")
    with pytest.raises(MachineError, match="both must agree"):
        compile_network(long, ram=8192)
    assert checked_processor(Program(bytes(4 * 9_000)), {}).code_bits == 14
    assert ProcessorOptions().word_bits == 14
    assert ProcessorOptions(ram=1 << 17).low_bits == ProcessorOptions(code_bits=15).low_bits == 17
    assert ProcessorOptions(code_bits=14).low_bits == 16
