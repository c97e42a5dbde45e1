"""Siegelmann and Sontag's recurrent net: a Turing machine whose tape is two fractional stacks.

`compile_network(machine, cells=D)` returns a `SiegelmannSontagNetwork`: three ReLU layers (`net.layers[j].W`, `.b`)
that are applied once per step of the machine, and `net.theta_cls`. `net.encode(input)` is h at the start,
`net(h, steps)` the prediction, `net.hidden(h, steps)` the vectors behind it, `net.coordinates` their names.
"""

from turingrad.constructions.siegelmann_sontag.network import SiegelmannSontagNetwork, compile_network, stack_base
from turingrad.constructions.siegelmann_sontag.options import Options

__all__ = ["Options", "SiegelmannSontagNetwork", "compile_network", "stack_base"]
