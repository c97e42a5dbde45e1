"""Learners, clocked circuits and programs as emulation nets, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.executors import begin, choose, learn, sizes_of_run
from turingrad.constructions.emulation.options import LearnOptions, Options, accepts
from turingrad.machine.program import Program

EXECUTORS = (
    Executor("compiled", uses_torch=False),
    Executor("event", uses_torch=False),
    Executor("torch", parallel=True),
)
CONSTRUCTION = Construction(
    "emulation", "abbe-sandon", EXECUTORS, accepts,
    forms=("learner", "clocked", "program"), learner_form="learner", Options=Options, LearnOptions=LearnOptions,
    compile=compile_network, begin=begin, choose=choose, sizes_for=sizes_of_run,
    check_with=lambda machine: "event" if isinstance(machine, Program) else None,
    learn=learn, learns_with=("dtype", "threads", "noise"),
)  # fmt: skip
