"""The conditions of Appendix D on transformers, and what their corrections bear."""

from __future__ import annotations

from turingrad.constructions.claim import Claim, Figures, mutation, require
from turingrad.constructions.transformer import compile_network
from turingrad.library import load
from turingrad.machine.tape import TapeMachine
from turingrad.theory.margins.claims.conditions import check_transformer
from turingrad.theory.margins.claims.noise_levels import noise_report
from turingrad.theory.margins.transformer import transformer_bound

HERE = "turingrad.theory.margins.claims.of_transformers"
BOUNDS = "turingrad.theory.margins.bounds"
LEVEL = 1e-3


def beaver(states: int) -> TapeMachine:
    machine = load(f"busy-beaver-{states}")
    assert isinstance(machine, TapeMachine)
    return machine


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
    return {name: round(quotient, 4) for name, quotient in quotients.items()}


def noise() -> Figures:
    """Independent Gaussian noise on every parameter: right to the end with corrections, wrong soon without."""
    corrected = noise_report(beaver(4), "", steps=40, levels=[LEVEL], seeds=1, corrections=kept())
    bare = noise_report(beaver(4), "", steps=40, levels=[LEVEL], seeds=1, corrections=False)
    require(corrected.largest == LEVEL, f"with corrections {corrected.rows[0].right_steps} steps of 40 are right")
    require(bare.largest == 0.0, "without corrections all 40 steps are right")
    return {"noise": LEVEL, "right steps with corrections": 40, "without": bare.rows[0].right_steps}


def kept() -> bool:
    return True


CLAIMS = (
    Claim(
        "wei",
        "Condition D.3, transformer",
        "appendix D",
        "The layers of a transformer are Lipschitz in parameters and in all hidden vectors together, with the "
        "constants that enter its bound.",
        conditions,
        (mutation("kappa_xi of 0.01", f"{BOUNDS}.Correction.kappa", lambda _self, _sigma: 0.01),),
        ("turingrad.theory.margins.claims.conditions.check_transformer",),
        assumptions="random perturbations of the largest size: they can refute a constant, not prove it",
    ),
    Claim(
        "wei",
        "Section 4, noise",
        "section 4",
        "A transformer with corrections runs to its end with noise on every parameter that is fatal without them.",
        noise,
        (mutation("no corrections", f"{HERE}.kept", lambda: False),),
        ("turingrad.theory.margins.claims.noise_levels.noise_report",),
        assumptions="busy beaver 4, 40 steps, standard deviation 1/1000, one draw; what the paper proves is a margin",
    ),
)
