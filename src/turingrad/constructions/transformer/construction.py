"""Tape machines as transformers, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.transformer.executors import begin, choose, sizes_for
from turingrad.constructions.transformer.executors.in_context import learn
from turingrad.constructions.transformer.options import Options, accepts
from turingrad.constructions.transformer.program import compile_machine
from turingrad.machine.program import Program

CONSTRUCTION = Construction(
    "transformer", "wei",
    (Executor("indexed", uses_torch=False), Executor("dense", parallel=True), Executor("packed", uses_torch=False)),
    accepts,
    forms=("tape", "program", "trainer"), learner_form="learner", Options=Options,
    compile=compile_machine, sizes_for=sizes_for, begin=begin, choose=choose,
    learn=learn, learns_with=("max_steps",),
    check_with=lambda machine: "indexed" if isinstance(machine, Program) else None, forward_steps=20,
)  # fmt: skip
