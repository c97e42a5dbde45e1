"""Learners and clocked circuits as emulation nets, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.emulation import compile_network
from turingrad.constructions.emulation.executors import begin, choose, learn
from turingrad.constructions.emulation.options import LearnOptions, Options, accepts

EXECUTORS = (Executor("compiled"), Executor("event"), Executor("torch", parallel=True))
CONSTRUCTION = Construction(
    "emulation", "abbe-sandon", EXECUTORS, accepts,
    forms=("learner", "clocked"), learner_form="learner", Options=Options, LearnOptions=LearnOptions,
    compile=compile_network, begin=begin, choose=choose,
    learn=learn, learns_with=("dtype", "threads", "noise"),
)  # fmt: skip
