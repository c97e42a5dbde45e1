"""Learners as emulation nets, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.executors import begin, learn
from turingrad.constructions.emulation.options import LearnOptions, Options, accepts

CONSTRUCTION = Construction(
    "emulation", "abbe-sandon", (Executor("compiled"), Executor("torch", parallel=True)), accepts,
    forms=("learner",), learner_form="learner", Options=Options, LearnOptions=LearnOptions,
    compile=compile_network, begin=begin,
    learn=learn, learns_with=("dtype", "threads", "noise"),
)  # fmt: skip
