"""F_{w,d,T} of Section 4.1 as a family to learn from: the paper's encoder-decoder, small, all weights free.

Enc_i = E[:, x_i] + beta(i) with beta the binary code of i in the first coordinates, as in Section 4.2; d decoder layers
of self-attention, encoder-decoder attention (both residual, with a null key and value) and three ReLU layers; T passes,
the output of each the input of the next, and theta_cls on the last. Attention is softmax (the paper: "our theory also
applies to the standard softmax attention"): hard-max has no gradient in its scores.

Certified lower bound of one input's margin. Let all parameters move by at most gamma together, e the error of a vector:
affine maps give (|W| + gamma) e + gamma sqrt(|h|^2 + 1); a score moves by s <= |k| dq + |q| dk + dq dk; then every
weight of the softmax changes by a factor in [exp(-2s), exp(2s)], so that the result moves by (exp(2s) - 1)
max_j |v_j - mean| and by the values' own error. What reaches the output must stay below |F(x)|. It holds for one x,
with its true vectors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.theory.margins.attack_search import Parameters
from turingrad.theory.margins.bounds import largest_where
from turingrad.theory.margins.surrogate import leaky_relu
from turingrad.theory.margins.transformer_victim import numpy_attention

KINDS = ("self", "cross")


@dataclass(frozen=True, slots=True)
class TransformerFamily:
    """Transformers of width w, d layers, T passes and queries of `scores` numbers, over inputs of m of `symbols`."""

    symbols: int
    length: int
    width: int = 10
    depth: int = 1
    passes: int = 2
    scores: int = 6

    def places(self) -> Tensor:
        """beta(1), beta(2), ...: (length or passes, width)."""
        count = max(self.length, self.passes)
        bits = [[(i >> j) & 1 for j in range(self.width)] for i in range(1, count + 1)]
        return torch.tensor(bits, dtype=torch.float64)

    def initial(self, seed: int) -> Parameters:
        generator = torch.Generator().manual_seed(seed)

        def draw(*shape: int, scale: float) -> Tensor:
            return scale * torch.randn(*shape, generator=generator, dtype=torch.float64)

        w, s = self.width, self.scores
        found = {"E": draw(w, self.symbols, scale=0.7), "h_0": draw(w, scale=0.5), "cls": draw(w, scale=w**-0.5)}
        for n in range(self.depth):
            for kind in KINDS:
                for name, rows in (("Q", s), ("K", s), ("V", w)):
                    found[f"{n}.{kind}.W_{name}"] = draw(rows, w, scale=w**-0.5)
                    found[f"{n}.{kind}.b_{name}"] = draw(rows, scale=0.1)
                found[f"{n}.{kind}.K_0"], found[f"{n}.{kind}.V_0"] = draw(s, scale=0.5), draw(w, scale=0.1)
            for level in (1, 2, 3):
                found[f"{n}.W_{level}"] = torch.eye(w, dtype=torch.float64) + draw(w, w, scale=0.5 * w**-0.5)
                found[f"{n}.b_{level}"] = torch.full((w,), 0.1, dtype=torch.float64)
        return found

    def output(self, p: Parameters, x: Tensor, leak: float = 0.0) -> Tensor:
        """F on one input, symbol numbers (length,)."""
        places = self.places()
        encoded = p["E"].T[x.long()] + places[: self.length]
        past: list[list[Tensor]] = [[] for _ in range(self.depth)]
        h = p["h_0"]
        for i in range(self.passes):
            h = h + places[i]
            for n in range(self.depth):
                past[n].append(h)
                h = h + attention(p, f"{n}.self", h, torch.stack(past[n]))
                h = h + attention(p, f"{n}.cross", h, encoded)
                for level in (1, 2, 3):
                    h = leaky_relu(F.linear(h, p[f"{n}.W_{level}"], p[f"{n}.b_{level}"]), leak)
        return h @ p["cls"]

    def numpy_output(self, p: dict[str, F64], x: F64) -> float:
        """The same by numpy, from the definition."""
        places = self.places().numpy()
        encoded = p["E"][:, x.astype(int)].T + places[: self.length]
        past: list[list[F64]] = [[] for _ in range(self.depth)]
        h = p["h_0"]
        for i in range(self.passes):
            h = h + places[i]
            for n in range(self.depth):
                past[n].append(h)
                for kind, seen in (("self", np.stack(past[n])), ("cross", encoded)):
                    h = h + numpy_attention(p, f"{n}.{kind}", h, seen, inverse_temperature=1.0)
                for level in (1, 2, 3):
                    h = np.maximum(p[f"{n}.W_{level}"] @ h + p[f"{n}.b_{level}"], 0.0)
        return float(h @ p["cls"])

    def groups(self) -> list[list[str]]:
        names = list(self.initial(0))
        found = [["cls"], ["E"], ["h_0"]]
        for n in range(self.depth):
            found += [[name for name in names if name.startswith(f"{n}.{kind}.")] for kind in KINDS]
            found += [[f"{n}.W_{level}", f"{n}.b_{level}"] for level in (1, 2, 3)]
        return found

    def margin_bound(self, p: Parameters, x: Tensor, label: float) -> float:
        with torch.no_grad():
            value = float(self.output(p, x)) * label
            if value <= 0:
                return 0.0
            norms = {name: operator_norm(part) for name, part in p.items()}
            return largest_where(lambda gamma: self.output_shift(p, norms, x, gamma) < value)

    def output_shift(self, p: Parameters, norms: dict[str, float], x: Tensor, gamma: float) -> float:
        """How far F(x) may move when all parameters move by gamma together."""
        places = self.places()
        encoded = p["E"].T[x.long()] + places[: self.length]
        past: list[list[Tensor]] = [[] for _ in range(self.depth)]
        errors: list[list[float]] = [[] for _ in range(self.depth)]
        h, e = p["h_0"], gamma
        for i in range(self.passes):
            h = h + places[i]
            for n in range(self.depth):
                past[n].append(h)
                errors[n].append(e)
                for kind in KINDS:
                    seen = torch.stack(past[n]) if kind == "self" else encoded
                    off = torch.tensor(errors[n] if kind == "self" else [gamma] * self.length, dtype=torch.float64)
                    result, wrong = attention_shift(p, norms, f"{n}.{kind}", h, e, seen, off, gamma)
                    h, e = h + result, e + wrong
                for level in (1, 2, 3):
                    weight = f"{n}.W_{level}"
                    e = (norms[weight] + gamma) * e + gamma * math.hypot(float(h.norm()), 1.0)
                    h = torch.relu(F.linear(h, p[weight], p[f"{n}.b_{level}"]))
                if not e < 1e6:
                    return math.inf
        return (norms["cls"] + gamma) * e + gamma * float(h.norm())


def operator_norm(part: Tensor) -> float:
    return float(torch.linalg.matrix_norm(part, 2) if part.dim() == 2 else part.norm())


def attention(p: Parameters, name: str, h: Tensor, seen: Tensor) -> Tensor:
    """Softmax over the vectors seen and the null."""
    q, keys, values = project_vectors(p, name, h, seen)
    return torch.softmax(keys @ q, dim=0) @ values


def project_vectors(p: Parameters, name: str, h: Tensor, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The query, and the keys and values of the vectors seen and of the null."""
    q = F.linear(h, p[f"{name}.W_Q"], p[f"{name}.b_Q"])
    keys = torch.cat([F.linear(seen, p[f"{name}.W_K"], p[f"{name}.b_K"]), p[f"{name}.K_0"][None]])
    values = torch.cat([F.linear(seen, p[f"{name}.W_V"], p[f"{name}.b_V"]), p[f"{name}.V_0"][None]])
    return q, keys, values


def attention_shift(
    p: Parameters,
    norms: dict[str, float],
    name: str,
    h: Tensor,
    e: float,
    seen: Tensor,
    off: Tensor,
    gamma: float,
) -> tuple[Tensor, float]:
    """The attention's result, and how far it may move: h off by e, the vectors seen by `off`, parameters by gamma."""
    q, keys, values = project_vectors(p, name, h, seen)
    reads = gamma * torch.sqrt(seen.square().sum(dim=1) + 1.0)
    null = torch.tensor([gamma], dtype=torch.float64)
    dq = (norms[f"{name}.W_Q"] + gamma) * e + gamma * math.hypot(float(h.norm()), 1.0)
    dk = torch.cat([(norms[f"{name}.W_K"] + gamma) * off + reads, null])
    dv = torch.cat([(norms[f"{name}.W_V"] + gamma) * off + reads, null])
    score = float((keys.norm(dim=1) * dq + q.norm() * dk + dq * dk).max())
    result = torch.softmax(keys @ q, dim=0) @ values
    spread = float((values - result).norm(dim=1).max())
    return result, math.expm1(min(2.0 * score, 50.0)) * spread + float(dv.max())
