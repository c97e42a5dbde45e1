"""Counter machines as tally nets, for everything that works on all constructions."""

from turingrad.constructions.construction import Construction, Executor
from turingrad.constructions.tally.network import Options, accepts, compile_network
from turingrad.constructions.traced import Traced
from turingrad.machine.run import StartedRun

CONSTRUCTION = Construction(
    name="tally",
    paper="",
    executors=(Executor("walk", dtypes=("float32", "float64")),),
    accepts=accepts,
    forms=("counter",),
    Options=Options,
    compile=compile_network,
    sizes_for=lambda _machine, _given, steps, _executor: {} if steps is None else {"steps": max(steps, 1)},
    begin=lambda network, given, _executor: StartedRun(Traced(network, given)),
)
