"""Wei, Chen and Ma's Theorem 4.1: a Turing machine as an encoder-decoder transformer.

`compile_network(machine, steps=T, input_length=m, ...)` returns a `TransformerNetwork`. Its weights are plain
parameters, by name:

    net.E (width, symbols)   net.h_0 (width)   net.theta_cls (width)
    net.layers[j]            a DecoderLayer, j = 0 .. depth - 1, `.name` says which lemma
        .self_attention      None or an Attention: W_Q b_Q W_K b_K W_V b_V K_0 V_0
        .cross_attention     the same
        .feedforward         W_1 b_1, and the rounding correction W_2 b_2 W_3 b_3 if `.correction`

`layer_weights(net)` gives them as float64 arrays. `net(tokens, passes)` is the prediction, `net.outputs` and
`net.hidden` are the vectors behind it; all three evaluate every weight with dense attention, so
`torch.func.functional_call(net, changed, (tokens, passes))` evaluates the network with perturbed parameters, and
gradients flow into them. `net.coordinates` names the coordinates of hidden vectors.
"""

from turingrad._support.lazy import public_names
from turingrad.constructions.coordinates import Coordinates as Coordinates
from turingrad.constructions.tensors import PADDING as PADDING
from turingrad.constructions.transformer.compile import compile_network as compile_network
from turingrad.constructions.transformer.decode import Reading as Reading
from turingrad.constructions.transformer.modules import Attention as Attention
from turingrad.constructions.transformer.modules import DecoderLayer as DecoderLayer
from turingrad.constructions.transformer.modules import FeedForward as FeedForward
from turingrad.constructions.transformer.modules import attention_weights as attention_weights
from turingrad.constructions.transformer.network import WRITE_LAYER as WRITE_LAYER
from turingrad.constructions.transformer.network import TransformerNetwork as TransformerNetwork
from turingrad.constructions.transformer.network import layer_weights as layer_weights
from turingrad.constructions.transformer.options import Options as Options
from turingrad.constructions.transformer.passes import Decoding as Decoding

__all__ = public_names(__file__)
