"""Tape machines as transformers, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.transformer import compile_network
from turingrad.constructions.transformer.executors import begin, choose, sizes_for
from turingrad.constructions.transformer.executors.in_context import learn
from turingrad.constructions.transformer.options import Options, accepts

CONSTRUCTION = Construction(
    "transformer", "wei", (Executor("indexed"), Executor("dense", parallel=True), Executor("packed")), accepts,
    forms=("tape", "trainer"), learner_form="learner", Options=Options,
    compile=compile_network, sizes_for=sizes_for, begin=begin, choose=choose,
    learn=learn, learns_with=("max_steps",),
)  # fmt: skip
