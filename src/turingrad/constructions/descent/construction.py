"""Tape machines as losses, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.descent import compile_network
from turingrad.constructions.descent.executors import begin, choose, learn, rebuild, sizes_for
from turingrad.constructions.descent.options import LearnOptions, Options, accepts
from turingrad.machine.program import Program

CONSTRUCTION = Construction(
    "descent", "welper", (Executor("closed-form", uses_torch=False), Executor("autograd", parallel=True)), accepts,
    forms=("tape", "program", "trainer"), learner_form="trainer", Options=Options, LearnOptions=LearnOptions,
    compile=compile_network, begin=begin, sizes_for=sizes_for, choose=choose, rebuild=rebuild,
    learn=learn, learns_with=("dtype", "threads", "max_steps"),
    check_with=lambda machine: "closed-form" if isinstance(machine, Program) else None, forward_steps=20,
)  # fmt: skip
