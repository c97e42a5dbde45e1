"""The reference interpreters, under the interface of a construction that compiles nothing."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.reference.executors import EXECUTORS, accepts, begin, choose, evaluate, learn

CONSTRUCTION = Construction(
    name="reference",
    paper="",
    executors=tuple(Executor(name, dtypes=(), uses_torch=False) for name in EXECUTORS),
    accepts=accepts,
    begin=begin,
    choose=choose,
    evaluate=evaluate,
    learn=learn,
    learns_with=("max_steps",),
)
