"""The processor's own statements: its runs, its stream, its certified context, and its executors."""

from __future__ import annotations

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, mutation, require
from turingrad.constructions.decoder.blueprint import Blueprint
from turingrad.constructions.decoder.certificate import certificate_of
from turingrad.constructions.decoder.executors.guarded import Guarded, GuardedPlan
from turingrad.constructions.decoder.executors.sliced import Sliced, SlicedPlan
from turingrad.constructions.decoder.modules import rms_norm
from turingrad.constructions.decoder.processor.blueprint import options_blueprint
from turingrad.constructions.decoder.processor.network import ProgramDecoder
from turingrad.constructions.decoder.processor.options import MOST_CONTEXT, ProcessorOptions
from turingrad.constructions.decoder.processor.said import RunTokens
from turingrad.constructions.decoder.processor.tokens import HALT_ID, TRAP_ID
from turingrad.constructions.decoder.shared_lead import SharedLead
from turingrad.constructions.decoder.weights import weights_of
from turingrad.errors import CertificateError
from turingrad.machine.program import Program, assemble

ROOM = "turingrad.constructions.decoder"
SMALL = ProcessorOptions(code_bits=8, ram=4096, context=4096)
SOURCE = """
        li s0, 5
        li a1, -3
loop:   add a0, a0, a1
        sub a1, a0, s0
        sw a1, -8(sp)
        sb a0, -7(sp)
        lh a2, -8(sp)
        lbu a3, -7(sp)
        sll a4, a1, s0
        sra a5, a1, s0
        xor a6, a4, a5
        or a6, a6, a2
        and t0, a6, a3
        sltu t1, a0, a1
        slt t2, a0, a1
        jal ra, next
        addi s0, s0, -1
        bgtz s0, loop
        auipc t3, 1
        mv a0, t0
        li a7, 64
        ecall
        li a7, 93
        ecall
next:   bgeu a0, a1, 1f
        lui t4, 0xfffff
1:      jalr ra, 0(ra)
"""
PARTS = f"{ROOM}.processor"
CLAIMS = Claims("ours")


def sample() -> Program:
    """A program with an instruction of every kind, which ends."""
    return assemble(SOURCE, "sample", ram=SMALL.ram)


def build_blueprint() -> Blueprint:
    """The processor, built anew: mutations change what it is made of."""
    return options_blueprint.__wrapped__(SMALL)


def network_of(program: Program) -> ProgramDecoder:
    blueprint = build_blueprint()
    network = ProgramDecoder(blueprint, weights_of(blueprint), torch.float32)
    network.machine = program
    return network


def run_of(blueprint: Blueprint, prompt: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    tokens = RunTokens(blueprint.vocabulary, sample()).take(SMALL.context - len(prompt))
    return np.concatenate([prompt, tokens])[:-1], tokens


@CLAIMS.state(
    "processor: the run",
    where="docs/processor.md",
    statement="One Llama of six blocks generates the run of the RV32I program in its prompt, token for token, and its "
    "stream is -1 and +1 after every block.",
    mutations=(
        mutation("no carry into the high half", f"{PARTS}.memory.high_part", lambda _low: ()),
        mutation("units without gain", f"{ROOM}.weights.GAIN", 1.0),
        mutation("shifts that ignore bit 2 of the amount", f"{PARTS}.arithmetic.FIRST_STAGE", 2),
    ),
    code=(f"{PARTS}.blueprint.options_blueprint", f"{ROOM}.weights.weights_of"),
    leaves_out="one program with an instruction of every kind; random programs are in the tests",
)
def a_program_runs() -> Figures:
    network = network_of(sample())
    prompt = network.starting_tokens()
    fed, run = run_of(network.blueprint, prompt)
    with torch.no_grad():
        stream = network.hidden(torch.from_numpy(fed.astype(np.int64)))
        said = (rms_norm(stream[-1]) @ network.head.T).argmax(-1)[len(prompt) - 1 :].numpy()
    require(bool((stream.abs() == 1).all()), "a number of the stream is not -1 or +1")
    require(np.array_equal(said, run), f"{int((said != run).sum())} of {len(run)} tokens are wrong")
    require(int(run[-1]) == HALT_ID, "the run does not end")
    return {"tokens": len(run), "blocks": network.depth, "width": network.width, "weights": network.parameter_count()}


@CLAIMS.state(
    "processor: the executors",
    where="docs/processor.md",
    statement="Circuits made from the same units and heads as the weights generate the same run.",
    mutations=(
        mutation("sums are always large enough", f"{ROOM}.executors.circuit.Circuit.at_least", lambda *_: 1),
        mutation("no unit has a guard but bits", f"{ROOM}.executors.plan.possible_guards", lambda _unit: ("in.0",)),
    ),
    code=(f"{ROOM}.executors.circuit.BlockCircuit", f"{ROOM}.executors.plan.guarded_groups"),
    leaves_out="one program with an instruction of every kind; random programs are in the tests",
)
def executors_agree() -> Figures:
    blueprint = build_blueprint()
    network = network_of(sample())
    prompt = network.starting_tokens()
    fed, run = run_of(blueprint, prompt)
    try:
        sliced = Sliced(SlicedPlan(blueprint)).next_tokens(fed)[len(prompt) - 1 :]
        guarded = Guarded(GuardedPlan(blueprint), (HALT_ID, TRAP_ID)).say(
            prompt, len(run), len(blueprint.vocabulary), 0
        )
    except CertificateError as error:
        require(False, str(error))
    require(np.array_equal(sliced, run), "sliced says another run")
    require(np.array_equal(guarded, run), "guarded says another run")
    return {"tokens": len(run), "operations of sliced": sum(len(p.operations) for p in SlicedPlan(blueprint).programs)}


@CLAIMS.state(
    "processor: the context",
    where="docs/processor.md",
    statement="In float32 sequences of 2^20 tokens are exact whatever the order of summation; 2^21 are not proven.",
    mutations=(
        mutation("sines that are exact", f"{ROOM}.shared_lead.ROUNDINGS", 0),
        mutation("sines of two units in the last place", f"{ROOM}.shared_lead.ROUNDINGS", 20),
    ),
    code=(f"{ROOM}.shared_lead.SharedLead", f"{ROOM}.scaling.processor_scaling"),
    leaves_out="the processor with 2^8 words of code; no run of 2^20 tokens",
)
def the_context_is_proven() -> Figures:
    figures: dict[str, float] = {}
    for context, proven in ((MOST_CONTEXT, True), (2 * MOST_CONTEXT, False)):
        blueprint = options_blueprint.__wrapped__(ProcessorOptions(SMALL.code_bits, SMALL.ram, context))
        certificate = certificate_of(blueprint, weights_of(blueprint))
        least = min(bound.lead("float32") for bound in certificate.bounds if isinstance(bound, SharedLead))
        require(certificate.exact_in("float32") == proven, f"{context:,} tokens: a head leads by {least:.1f}")
        figures[f"least lead, {context:,} tokens"] = round(least, 1)
    return figures
