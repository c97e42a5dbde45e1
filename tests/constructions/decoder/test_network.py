"""The decoder's runs against the reference interpreter: tokens, streams, configurations."""

from __future__ import annotations

import pytest
import torch

from tests.generators_decoder import certified_length, force_run, random_decoder
from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions import drive
from turingrad.constructions.decoder import DecoderNetwork, compile_network, sizes_for
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.machine.lower import single_tape
from turingrad.machine.tape import RIGHT, STAY, Rule, TapeMachine
from turingrad.machine.tape.run import trace

DTYPES = (torch.float32, torch.bfloat16, torch.float16)


@pytest.fixture(scope="module")
def beaver() -> DecoderNetwork:
    return compile_network(library.load("busy-beaver-4"), cells=16, context=128)


def test_busy_beaver_4_is_a_three_block_model_that_says_its_109_tokens(beaver: DecoderNetwork) -> None:
    said = list(beaver.generate(beaver.prompt("")))
    assert said == beaver.expected_tokens("")
    assert (len(said), beaver.depth, beaver.width) == (109, 3, 64)
    texts = [beaver.vocabulary.texts[token] for token in said]
    assert texts[:3] == ["A:0@0", "B:0@1", "A:1@0"]
    assert texts[-1] == "<halt>"


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_random_machines_say_their_run_in_every_format(digits: int, dtype: torch.dtype) -> None:
    for seed in range(3):
        network, given = random_decoder(seed, digits, dtype)
        found, expected = force_run(network, given)
        assert found == expected


@pytest.mark.slow
@pytest.mark.parametrize("digits", [0, 1, 2, 3])
def test_200_random_machines_say_their_run_in_every_format(digits: int) -> None:
    for seed in range(200):
        network, given = random_decoder(seed, digits, within=certified_length("bfloat16"))
        for dtype in DTYPES:
            assert network.certificate.exact_in(dtype)
            found, expected = force_run(network.to(dtype), given)
            assert found == expected


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_the_stream_is_minus_one_and_one_after_every_block(digits: int, dtype: torch.dtype) -> None:
    network, given = random_decoder(5, digits, dtype)
    tokens = torch.tensor([*network.prompt(given), *network.expected_tokens(given)][:-1])
    stream = network.hidden(tokens)
    half = network.width // 2
    assert bool((stream.abs() == 1).all())
    assert torch.equal(stream[..., :half], -stream[..., half:])


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_lockstep_with_the_reference_interpreter(digits: int) -> None:
    network, given = random_decoder(7, digits)
    report = lockstep(network, given, steps=40)
    assert report.ok, report
    assert report.steps > 10


def test_activations_decode_to_the_configurations_of_the_run(beaver: DecoderNetwork) -> None:
    run = list(beaver.trace(""))
    tokens = torch.tensor([*beaver.prompt(""), *beaver.expected_tokens("")])
    last = beaver.hidden(tokens)[-1]
    assert [beaver.decode(last, at) for at in (0, 50, 107)] == [run[0], run[50], run[107]]
    with pytest.raises(InputError, match="step 108"):
        beaver.decode(last, 108)


def test_a_spelled_run_decodes_too() -> None:
    network, given = random_decoder(7, 2)
    run = list(network.trace(given, max_steps=20))
    last = network.hidden(torch.tensor([*network.prompt(given), *network.expected_tokens(given)][:-1]))[-1]
    assert network.decode(last, 20) == run[20]


def test_a_stream_vector_in_words(beaver: DecoderNetwork) -> None:
    tokens = torch.tensor([*beaver.prompt(""), *beaver.expected_tokens("")])
    reading = beaver.read(beaver.hidden(tokens)[-1, 3])  # B:0@1 writes 1, moves left into state A, reads 1
    assert (reading.fields["st"], reading.fields["sym"], reading.fields["cell"]) == ("B", "0", 1)
    assert (reading.fields["wr"], reading.fields["next"], reading.fields["to"]) == ("1", "A", 0)
    assert reading.fields["read"] == "1"
    assert reading.flags == ("left",)


def test_every_coordinate_has_a_label(beaver: DecoderNetwork) -> None:
    labels = beaver.features.labels()
    assert len(set(labels)) == beaver.width
    assert beaver.label(beaver.coordinate("st=A")) == "st=A"
    assert beaver.coordinate("-read=1") == beaver.coordinate("read=1") + beaver.width // 2
    with pytest.raises(InputError, match="no coordinate 'st=X'"):
        beaver.coordinate("st=X")


def test_the_cache_and_the_whole_sequence_say_the_same() -> None:
    network, given = random_decoder(3, 2)
    cached = drive.run(network, given, on="decoder", max_steps=30)
    whole = drive.run(network, given, on="decoder", executor="whole", max_steps=30)
    assert cached.configuration == whole.configuration
    assert cached.network_steps == whole.network_steps


def test_a_long_tape_is_spelled() -> None:
    network = compile_network(library.load("busy-beaver-4"), cells=4096, context=450)
    assert network.options.digits == 3
    assert network.vocabulary.texts[network.expected_tokens("")[-1]] == "<halt>"
    assert lockstep(network, "", steps=107).ok


def test_odd_names_make_tokens_of_their_own() -> None:
    rules = (Rule("a:b", (" ",), ("@",), (STAY,), "c"), Rule("c", ("@",), (" ",), (STAY,), "a:b"))
    machine = TapeMachine(("a:b", "c"), (" ", "@", "b: "), " ", "a:b", rules)
    network = compile_network(machine, context=40)
    assert len(set(network.vocabulary.texts)) == len(network.vocabulary)
    assert not any(character.isspace() for text in network.vocabulary.texts for character in text)
    found, expected = force_run(network, "")
    assert found == expected


def test_a_head_that_leaves_the_tape_is_announced() -> None:
    network = compile_network(library.load("busy-beaver-4"), cells=8, left=4, context=128)
    said = list(network.generate(network.prompt("")))
    assert said == network.expected_tokens("")
    assert network.vocabulary.texts[said[-1]] == "<edge>"
    with pytest.raises(LimitError, match="leaves the 8 cells"):
        list(network.trace(""))
    with pytest.raises(LimitError, match="leaves the 8 cells"):
        drive.run(network, "", on="decoder")


def test_a_run_longer_than_the_context_is_refused(beaver: DecoderNetwork) -> None:
    network = compile_network(library.load("busy-beaver-4"), cells=16, context=50)
    with pytest.raises(LimitError, match="context of 50 tokens"):
        list(network.trace(""))
    with pytest.raises(LimitError, match="context of 50 tokens after step 47"):
        drive.run(network, "", on="decoder")
    with pytest.raises(LimitError, match="128 tokens are past the context of 128, of which the last"):
        beaver(torch.zeros(128, dtype=torch.long))


def test_refusals_are_one_line() -> None:
    machine = library.load("busy-beaver-2")
    with pytest.raises(InputError, match="9 symbols"):
        compile_network(machine, cells=16, left=8).prompt("0" * 9)
    with pytest.raises(InputError, match="tokens; the decoder's context is 8"):
        compile_network(machine, cells=16, left=4, context=8).prompt("0" * 9)
    with pytest.raises(CertificateError, match="not exact in bfloat16: positions"):
        compile_network(machine, dtype=torch.bfloat16, context=257)
    with pytest.raises(InputError, match="no option 'steps'"):
        compile_network(machine, steps=3)
    with pytest.raises(LimitError, match="cells=1"):
        compile_network(machine, cells=1)
    with pytest.raises(InputError, match="below 8 has 3 bits, so digits must be at most 3, not 4"):
        compile_network(machine, cells=8, digits=4)
    with pytest.raises(MachineError, match="tape machines"):
        compile_network(library.load("adder-2"))


def test_several_tapes_are_refused_and_run_when_lowered() -> None:
    rules = tuple(Rule("copy", (s, "_"), (s, s), (RIGHT, RIGHT), "copy") for s in "ab")
    copy = TapeMachine(("copy",), ("_", "a", "b"), "_", "copy", rules, tapes=2)
    with pytest.raises(MachineError, match="one tape; this one has 2: lower it"):
        compile_network(copy)
    low = single_tape(copy)
    given = low.encode_input(("abb", ""))
    network = compile_network(low.machine, **sizes_for(low.machine, given, 400))
    assert list(low.translate(network.trace(given))) == list(trace(copy, ("abb", "")))
