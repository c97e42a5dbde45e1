"""Circuits as feedforward nets, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.feedforward.executors import choose, evaluate
from turingrad.constructions.feedforward.options import Options, accepts

CONSTRUCTION = Construction(
    name="feedforward",
    paper="wei",
    executors=(
        Executor("slots", dtypes=("float32",)),
        Executor("sparse", devices=None, parallel=True),
        Executor("dense", devices=None, parallel=True),
    ),
    accepts=accepts,
    forms=("circuit",),
    Options=Options,
    compile=compile_network,
    choose=choose,
    evaluate=evaluate,
)
