"""Margins, sample complexities and limits of learning, as computed quantities."""

from turingrad.lazy import lazily

_MARGINS, _LIMITS = "turingrad.theory.margins", "turingrad.theory.limits"
_HOMES = {
    "Descent": f"{_LIMITS}.junk_flow",
    "FeedforwardVictim": f"{_MARGINS}.victims",
    "ReLUFamily": f"{_MARGINS}.relu_family",
    "Training": f"{_MARGINS}.risk",
    "TransformerFamily": f"{_MARGINS}.transformer_family",
    "approximation": f"{_MARGINS}.sm_approximation",
    "circuit_task": f"{_MARGINS}.tasks",
    "machine_task": f"{_MARGINS}.tasks",
    "sample_curve": f"{_MARGINS}.risk",
    "Juntas": f"{_LIMITS}.function_classes",
    "Learnability": f"{_MARGINS}.samples",
    "Parities": f"{_LIMITS}.function_classes",
    "attack": f"{_MARGINS}.attack",
    "cross_predictability": f"{_LIMITS}.cross_predictability",
    "crossover": f"{_MARGINS}.baselines",
    "feedforward_bound": f"{_MARGINS}.feedforward",
    "junk_flow": f"{_LIMITS}.junk_flow",
    "perturbed": f"{_MARGINS}.noise",
    "right_steps": f"{_MARGINS}.noise",
    "theorem_3_1": f"{_MARGINS}.theorems",
    "theorem_4_1": f"{_MARGINS}.theorems",
    "transformer_bound": f"{_MARGINS}.transformer",
}
__all__ = [
    "Descent",
    "FeedforwardVictim",
    "Juntas",
    "Learnability",
    "Parities",
    "ReLUFamily",
    "Training",
    "TransformerFamily",
    "approximation",
    "attack",
    "circuit_task",
    "cross_predictability",
    "crossover",
    "feedforward_bound",
    "junk_flow",
    "machine_task",
    "perturbed",
    "right_steps",
    "sample_curve",
    "theorem_3_1",
    "theorem_4_1",
    "transformer_bound",
]
__getattr__ = lazily(__name__, _HOMES)
