"""The conditions of Appendix D on transformers, and what their corrections bear."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from turingrad.constructions.claim import Claims, Figures, change_result, mutation, require, require_bound
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.library import load
from turingrad.machine.tape import TapeMachine
from turingrad.theory.margins.attack import attack
from turingrad.theory.margins.claims.conditions import check_transformer
from turingrad.theory.margins.claims.noise_levels import noise_report
from turingrad.theory.margins.claims.recomputed import (
    plain_margin,
    scores_moved,
    transformer_constants,
    transformer_margin,
)
from turingrad.theory.margins.transformer import after_layer, layer_masks, margin_layers, norm_of, transformer_bound
from turingrad.theory.margins.victims import TransformerVictim

HERE = "turingrad.theory.margins.claims.of_transformers"
BOUNDS = "turingrad.theory.margins.bounds"
SCORES = "turingrad.theory.margins.transformer_layers.AttentionNorms"
CONSTANTS = "turingrad.theory.margins.transformer.best_constants"
LEVEL = 1e-3
KEPT = True  # the corrections
CORRECTED = False
CLAIMS = Claims("wei")


def beaver(states: int) -> TapeMachine:
    return load(f"busy-beaver-{states}", "tape")


@CLAIMS.state(
    "Condition D.3, transformer",
    where="Appendix D",
    statement="The layers of a transformer are Lipschitz in parameters and in all hidden vectors together, with the "
    "constants that enter its bound.",
    mutations=(
        mutation("kappa_xi of 0.01", f"{BOUNDS}.Correction.kappa", lambda _self, _sigma: 0.01),
        change_result(
            "kappa_theta over 50", CONSTANTS, lambda found: replace(found, kappa_theta=found.kappa_theta / 50)
        ),
        change_result("twice mu", CONSTANTS, lambda found: replace(found, mu=2 * found.mu)),
    ),
    code=("turingrad.theory.margins.transformer.condition_constants", f"{BOUNDS}.Correction.kappa"),
    leaves_out="one machine; the adversary follows gradients: it can refute a constant, not prove it",
)
def conditions() -> Figures:
    """Every quotient of a left side by its right side, at all layers and passes of a run."""
    network = compile_network(beaver(2), steps=6)
    constants = transformer_bound(network).constants
    assert constants is not None
    found = check_transformer(network, constants, trials=1)
    quotients = {
        "parameters": found.parameters,
        "inputs": found.inputs,
        "zeta": found.corrections,
        "norms": found.norms,
    }
    for name, quotient in quotients.items():
        require(quotient <= 1.0 + 1e-9, f"{name}: {quotient} times what the constant allows")
        require(quotient >= 1 / 40, f"{name}: the adversary reaches only {quotient} of the constant")
    masks = [norm_of(network.coordinates, mask) for mask in layer_masks(network)]
    layers, head = margin_layers(network), head_of(network)
    again = transformer_constants(layers, head, 2.0, [*after_layer(network), *masks], constants.sigma)
    for name, value in again.items():
        require_bound(name, getattr(constants, name), [0.0], formula=value, tolerance=1e-7)
    return {name: round(quotient, 4) for name, quotient in quotients.items()}


def head_of(network: TransformerNetwork) -> list[tuple[float, float]]:
    """theta_cls as a chain of one map; empty if the machine has no answer."""
    norm = float(network.theta_cls.detach().double().norm())
    return [(norm, after_layer(network)[-1])] if norm else []


@CLAIMS.state(
    "Section 4, noise",
    where="section 4",
    statement="A transformer with corrections runs to its end with noise on every parameter that is fatal without "
    "them.",
    mutations=mutation("no corrections", f"{HERE}.KEPT", False),
    code="turingrad.theory.margins.claims.noise_levels.noise_report",
    assumptions="busy beaver 4, 40 steps, standard deviation 1/1000, one draw; what the paper proves is a margin",
    leaves_out="one machine, one level, one draw",
)
def noise() -> Figures:
    """Independent Gaussian noise on every parameter: right to the end with corrections, wrong soon without."""
    corrected = noise_report(beaver(4), "", steps=40, levels=[LEVEL], seeds=1, corrections=KEPT)
    bare = noise_report(beaver(4), "", steps=40, levels=[LEVEL], seeds=1, corrections=False)
    require(corrected.largest == LEVEL, f"with corrections {corrected.rows[0].right_steps} steps of 40 are right")
    require(bare.largest == 0.0, "without corrections all 40 steps are right")
    return {"noise": LEVEL, "right steps with corrections": 40, "without": bare.rows[0].right_steps}


@CLAIMS.state(
    "Definition D.5",
    where="Appendix D",
    statement="Weight sharing between passes leaves the bound as it is.",
    mutations=(
        mutation("a bound of 1", "turingrad.theory.margins.transformer.tighten", lambda _layers, _correction: 1.0),
        change_result("10 times the bound", "turingrad.theory.margins.transformer.tighten", lambda found: 10 * found),
        change_result("scores move by a twentieth", f"{SCORES}.score_excess", lambda found: 0.05 * found),
    ),
    code="turingrad.theory.margins.transformer.transformer_bound",
    leaves_out="one machine on one input; attacks can refute the bound, not prove it",
)
def definition_d_5() -> Figures:
    """All passes share the layers' parameters, and the same bound holds."""
    machine = load("palindrome", "tape")
    net = compile_network(machine, steps=6, input_length=2, dtype=torch.float64)
    gamma = transformer_bound(net).tightened
    layers, after = margin_layers(net), max(after_layer(net))
    for layer, weights in zip(layers, net.decoder_layers(), strict=True):
        largest = float(np.linalg.norm(weights.feedforward.W_1.detach().double().numpy(), 2))
        require_bound("|W_1|", layer.feedforward.norm, [0.0], formula=largest)
        for norms, module in (
            (layer.self_attention, weights.self_attention),
            (layer.cross_attention, weights.cross_attention),
        ):
            if module is not None:
                maps = {"W_Q": norms.query_map, "W_K": norms.key_map, "W_V": norms.value_map, "K_0": norms.null}
                for name, norm_ in maps.items():
                    part = getattr(module, name).detach().double().numpy()
                    require_bound(name, norm_, [0.0], formula=float(np.linalg.norm(part, 2)))
                for error in (gamma, 0.01):
                    moved = scores_moved(norms, gamma, error, 2 * error)
                    require_bound("scores", norms.score_excess(gamma, error, 2 * error), [0.0], formula=moved)
    again = transformer_margin(layers, head_of(net), 2.0, after)
    require_bound("margin", gamma, [again], side="lower", formula=again, tolerance=1e-7)
    plain = compile_network(machine, steps=2, input_length=2, corrections=False)
    carried = plain_margin(margin_layers(plain), head_of(plain), 3)
    require_bound("margin, plain", transformer_bound(plain).tightened, [carried], side="lower", formula=carried)
    norm = attack(TransformerVictim.of(net, "ab"), budget=60).norm
    require(norm is not None and norm > gamma, f"an attack of length {norm} is below the certified {gamma}")
    return {"certified": round(gamma, 6), "attack": round(norm or 0.0, 5), "passes": 7}


@CLAIMS.state(
    "Theorem D.6, necessity",
    where="Appendix D",
    statement="Without corrections the transformer's margin is orders of magnitude below what corrections certify.",
    mutations=mutation("with corrections", f"{HERE}.CORRECTED", True),
    code="turingrad.theory.margins.attack.attack",
    assumptions="palindrome on abba; attacks are upper bounds",
    leaves_out="one machine, two values of T",
)
def exponential_without() -> Figures:
    """Section 4's reason for corrections: without them the gradient finds a tiny perturbation after T passes."""
    machine = load("palindrome", "tape")
    figures = {}
    for steps in (17, 20):
        net = compile_network(machine, steps=steps, input_length=4, dtype=torch.float64, corrections=CORRECTED)
        certified = transformer_bound(
            compile_network(machine, steps=steps, input_length=4, dtype=torch.float64)
        ).tightened
        norm = attack(TransformerVictim.of(net, "abba"), budget=14).norm
        require(norm is not None and norm < certified / 5, f"T = {steps}: {norm} against the corrected {certified}")
        figures[f"uncorrected attack, T = {steps}"] = float(f"{norm:.3g}")
        figures[f"corrected, certified, T = {steps}"] = float(f"{certified:.3g}")
    return figures
