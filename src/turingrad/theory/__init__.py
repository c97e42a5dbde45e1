"""Margins, sample complexities and limits of learning, as computed quantities."""

from turingrad.lazy import lazily

_MARGINS, _LIMITS = "turingrad.theory.margins", "turingrad.theory.limits"
_HOMES = {
    "Descent": f"{_LIMITS}.junk_flow",
    "FeedforwardVictim": f"{_MARGINS}.victims",
    "Juntas": f"{_LIMITS}.function_classes",
    "Learnability": f"{_MARGINS}.samples",
    "Parities": f"{_LIMITS}.function_classes",
    "attack": f"{_MARGINS}.attack",
    "cross_predictability": f"{_LIMITS}.cross_predictability",
    "crossover": f"{_MARGINS}.baselines",
    "feedforward_bound": f"{_MARGINS}.feedforward",
    "junk_flow": f"{_LIMITS}.junk_flow",
    "perturbed": f"{_MARGINS}.noise",
    "recovery": f"{_MARGINS}.experiment",
    "right_steps": f"{_MARGINS}.noise",
    "theorem_3_1": f"{_MARGINS}.theorems",
    "theorem_4_1": f"{_MARGINS}.theorems",
    "trained_rows": f"{_MARGINS}.trained",
    "transformer_bound": f"{_MARGINS}.transformer",
}
__all__ = [
    "Descent",
    "FeedforwardVictim",
    "Juntas",
    "Learnability",
    "Parities",
    "attack",
    "cross_predictability",
    "crossover",
    "feedforward_bound",
    "junk_flow",
    "perturbed",
    "recovery",
    "right_steps",
    "theorem_3_1",
    "theorem_4_1",
    "trained_rows",
    "transformer_bound",
]
__getattr__ = lazily(__name__, _HOMES)
