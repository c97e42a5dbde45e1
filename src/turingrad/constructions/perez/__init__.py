"""A transformer after Perez, Marinkovic and Barcelo: positions are fractions of resolution 1/poly(T).

`compile_network(machine, steps=T, input_length=m)` returns a `PerezNetwork`: six ReLU layers (`net.layers[j].W`, `.b`),
`net.self_attention` and `net.cross_attention` (W_Q b_Q W_K b_K W_V) before the third, `net.E`, `net.h_0`,
`net.theta_cls`. `net(net.tokens(input))` is the prediction, `net.hidden` the vectors behind it, `net.coordinates` their
names.
"""

from turingrad.constructions.perez.network import PerezNetwork, compile_network
from turingrad.constructions.perez.options import Options

__all__ = ["Options", "PerezNetwork", "compile_network"]
