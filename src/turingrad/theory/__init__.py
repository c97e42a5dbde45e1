"""Margins, sample complexities and limits of learning, as computed quantities."""

from turingrad._support.lazy import lazy_getattr

_MARGINS, _LIMITS = "turingrad.theory.margins", "turingrad.theory.limits"
_HOMES = {
    "Conjunctions": f"{_LIMITS}.function_classes",
    "Descent": f"{_LIMITS}.junk_flow",
    "FeedforwardVictim": f"{_MARGINS}.victims",
    "ReLUFamily": f"{_MARGINS}.relu_family",
    "Training": f"{_MARGINS}.risk",
    "TransformerVictim": f"{_MARGINS}.transformer_victim",
    "TransformerFamily": f"{_MARGINS}.transformer_family",
    "approximation": f"{_MARGINS}.sm_approximation",
    "circuit_task": f"{_MARGINS}.tasks",
    "learn_near": f"{_MARGINS}.near_compiled",
    "machine_task": f"{_MARGINS}.tasks",
    "sample_curve": f"{_MARGINS}.risk",
    "Juntas": f"{_LIMITS}.function_classes",
    "Learnability": f"{_MARGINS}.samples",
    "Parities": f"{_LIMITS}.function_classes",
    "attack": f"{_MARGINS}.attack",
    "cross_predictability": f"{_LIMITS}.cross_predictability",
    "crossover": f"{_MARGINS}.baselines",
    "exact_margin": f"{_MARGINS}.exact_margin",
    "feedforward_bound": f"{_MARGINS}.feedforward",
    "junk_flow": f"{_LIMITS}.junk_flow",
    "perturb_network": f"{_MARGINS}.noise",
    "right_steps": f"{_MARGINS}.noise",
    "theorem_3_1": f"{_MARGINS}.theorems",
    "theorem_4_1": f"{_MARGINS}.theorems",
    "theorem_4_1_tapes": f"{_MARGINS}.theorem_tapes",
    "transformer_bound": f"{_MARGINS}.transformer",
}
__all__ = sorted(_HOMES)
__getattr__ = lazy_getattr(__name__, _HOMES)
