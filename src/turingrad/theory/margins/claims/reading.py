"""Statements of Wei, Chen and Ma that a reader would quote and that are not numbered, and (D.1) with its index."""

from __future__ import annotations

from dataclasses import replace

import torch

from turingrad.constructions.claim import Claims, Figures, mutation, replace_attribute, require, require_bound
from turingrad.constructions.feedforward import compile_network
from turingrad.constructions.transformer import compile_network as compile_transformer
from turingrad.library import load
from turingrad.theory.margins import risk
from turingrad.theory.margins.attack import Search, attack
from turingrad.theory.margins.attack_search import Parameters
from turingrad.theory.margins.claims.conditions import layer_maps, through
from turingrad.theory.margins.relu_family import ReLUFamily
from turingrad.theory.margins.risk import Training, sample_curve
from turingrad.theory.margins.tasks import circuit_task
from turingrad.theory.margins.transformer import transformer_bound
from turingrad.theory.margins.victims import TransformerVictim

HERE = "turingrad.theory.margins.claims.reading"
LAYERS = "turingrad.theory.margins.transformer_layers"
RISK = "turingrad.theory.margins.risk"
MANY = 64  # samples
CLAIMS = Claims("wei")


def corrected_index(i: int) -> int:
    """h_i = zeta_i(g_i); as printed zeta_i takes g_{i-1}."""
    return i


@CLAIMS.state(
    "(D.1)",
    where="Appendix D",
    statement="Each layer's values are corrected before the next reads them: h_i = zeta_i(g_i).",
    mutations=mutation("zeta_i(g_{i-1}), as printed", f"{HERE}.corrected_index", lambda i: i - 1),
    code="turingrad.constructions.feedforward.FeedforwardNetwork",
    status="corrected",
    erratum="printed h_i = zeta_i(g_{i-1}) for 0 <= i, and f_i with xi_i; Lemma D.7 has h_0 = zeta_0(g_0)",
    leaves_out="one circuit, three inputs",
)
def equation_d_1() -> Figures:
    """h_i = zeta_i(g_i), g_i = f_i(h_{i-1}) gives the true value of every layer of a padded net."""
    circuit = load("adder-1", "circuit")
    network = compile_network(circuit, width=16)
    parts = layer_maps(network)
    x = torch.tensor([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    true = [h.double() for h in network.hidden(x)][1:]
    g = [through(parts[0][0], x)]
    for i, (_, correction) in enumerate(parts[1:], 1):
        g.append(through(parts[i][0], true[i - 1]))
        h = through(correction, g[corrected_index(i)])
        require(torch.equal(h, true[i]), f"layer {i} is not the true value")
    return {"layers": len(parts), "inputs": len(x)}


@CLAIMS.state(
    "Section 4.1, softmax",
    where="section 4.1",
    statement="The theory also applies to standard softmax attention: its margin is certified.",
    mutations=mutation("softmax for free", f"{LAYERS}.AttentionNorms.leak", lambda _self, _x: 0.0),
    code="turingrad.theory.margins.transformer.transformer_bound",
    assumptions="an inverse temperature that leaves part of the rounding radius",
    leaves_out="one machine, T = 5",
)
def softmax() -> Figures:
    """A softmax transformer has a certified margin, and neither random nor optimised perturbations get below it."""
    machine = load("palindrome", "tape")
    warm = compile_transformer(machine, steps=1, input_length=0, attention="softmax", inverse_temperature=4.0)
    require(transformer_bound(warm).tightened == 0.0, "a margin is certified where softmax leaves no room for one")
    net = compile_transformer(machine, steps=5, input_length=1, dtype=torch.float64, attention="softmax")
    gamma = transformer_bound(net).tightened
    victim = TransformerVictim.of(net, "a")
    found = attack(victim, budget=20).norm
    require(found is not None and 0 < gamma < found, f"certified {gamma}, attacked {found}")
    hard = compile_transformer(machine, steps=5, input_length=1, dtype=torch.float64)
    require_bound("margin, softmax", gamma, [transformer_bound(hard).tightened], side="lower", attained_within=8.0)
    search = Search(victim, 10, None)
    step = torch.randn(sum(search.sizes), generator=torch.Generator().manual_seed(0)).double()
    require(not search.wrong(step * (gamma / step.norm())), "a random perturbation of the certified size is fatal")
    return {"certified": float(f"{gamma:.3g}"), "attack": float(f"{found:.3g}")}


def logistic_loss(family: risk.Family, p: Parameters, x: torch.Tensor, y: torch.Tensor, _gamma: float) -> torch.Tensor:
    return torch.nn.functional.softplus(-y * risk.outputs(family, p, x)).mean()


@CLAIMS.state(
    "Definition 2.1",
    where="section 2",
    statement="Minimising the margin loss over F_{w,d,alpha} on enough samples approximates the target.",
    mutations=(
        mutation("three samples", f"{HERE}.MANY", 3),
        mutation("no projection", f"{RISK}.project", lambda *_: None),
        mutation("no margin loss", f"{RISK}.training_loss", logistic_loss),
    ),
    code=(f"{RISK}.sample_curve", f"{RISK}.training_loss"),
    assumptions="the minimiser is what training finds",
    leaves_out="one circuit, one seed",
)
def definition_2_1() -> Figures:
    """Training with the margin loss: with enough samples the net found is right on the population, not with few."""
    circuit = load("multiplier-2", "circuit")
    task, how = circuit_task(circuit, 1), Training(steps=70, budget=15)
    few, many = sample_curve(task, ReLUFamily(4, 12, 2), (3, MANY), how)
    require(many.population_error <= 0.05 < few.population_error, f"{many.population_error}, {few.population_error}")
    require(0 < many.certified <= many.attacked, "the learned weights' margin is not bracketed")
    tight = replace(how, alpha=20.0)  # the family F_alpha: weights are projected onto it after every step
    (within,) = sample_curve(task, ReLUFamily(4, 12, 2), (MANY,), tight)
    require(within.norm1 <= 20.0 + 1e-4 < many.norm1, f"|theta|_1 is {within.norm1} where alpha is 20")
    grown = enlargement()
    require(grown > 1.2, f"margins are {grown} times those of the logistic loss")
    errors = {f"error, n = {row.samples}": row.population_error for row in (few, many)}
    return errors | {"margins over the logistic loss's": round(grown, 2)}


def enlargement() -> float:
    """The smallest first-order margin after training with (2.2), over that after as many steps of the logistic loss."""
    circuit = load("multiplier-2", "circuit")
    task, family, how = circuit_task(circuit, 1), ReLUFamily(4, 12, 2), Training(gamma=0.3, steps=200, seed=3)
    found = risk.fit(family, task.x, task.y, how)
    with replace_attribute(f"{RISK}.WARM", 2.0):
        logistic = risk.fit(family, task.x, task.y, how)
    return float(
        risk.first_order_margins(family, found, task.x, task.y).min()
        / risk.first_order_margins(family, logistic, task.x, task.y).min()
    )
