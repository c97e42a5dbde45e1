"""Machines and learners as recurrent convolutions, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.rcnn import compile_network
from turingrad.constructions.rcnn.executors import begin, choose, learn, sizes_for
from turingrad.constructions.rcnn.options import LearnOptions, Options, accepts

DTYPES = ("float32", "float64")

CONSTRUCTION = Construction(
    "rcnn", "goel", tuple(Executor(name, DTYPES, parallel=True) for name in ("event", "dense", "table")), accepts,
    forms=("grid", "tape"), learner_form="grid", Options=Options, LearnOptions=LearnOptions,
    compile=compile_network, sizes_for=sizes_for, begin=begin, choose=choose,
    learn=learn, learns_with=("dtype", "threads", "max_steps"),
)  # fmt: skip
