"""Margins, sample complexities and limits of learning, as computed quantities."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package

if TYPE_CHECKING:  # loaded when first used
    from turingrad.theory.limits.cross_predictability import cross_predictability as cross_predictability
    from turingrad.theory.limits.function_classes import Conjunctions as Conjunctions
    from turingrad.theory.limits.function_classes import Juntas as Juntas
    from turingrad.theory.limits.function_classes import Parities as Parities
    from turingrad.theory.limits.junk_flow import Descent as Descent
    from turingrad.theory.limits.junk_flow import junk_flow as junk_flow
    from turingrad.theory.margins.attack import attack as attack
    from turingrad.theory.margins.baselines import crossover as crossover
    from turingrad.theory.margins.exact_margin import exact_margin as exact_margin
    from turingrad.theory.margins.feedforward import feedforward_bound as feedforward_bound
    from turingrad.theory.margins.near_compiled import learn_near as learn_near
    from turingrad.theory.margins.noise import perturb_network as perturb_network
    from turingrad.theory.margins.noise import right_steps as right_steps
    from turingrad.theory.margins.relu_family import ReLUFamily as ReLUFamily
    from turingrad.theory.margins.risk import Training as Training
    from turingrad.theory.margins.risk import sample_curve as sample_curve
    from turingrad.theory.margins.samples import Learnability as Learnability
    from turingrad.theory.margins.sm_approximation import approximation as approximation
    from turingrad.theory.margins.tasks import circuit_task as circuit_task
    from turingrad.theory.margins.tasks import machine_task as machine_task
    from turingrad.theory.margins.theorem_tapes import theorem_4_1_tapes as theorem_4_1_tapes
    from turingrad.theory.margins.theorems import theorem_3_1 as theorem_3_1
    from turingrad.theory.margins.theorems import theorem_4_1 as theorem_4_1
    from turingrad.theory.margins.transformer import transformer_bound as transformer_bound
    from turingrad.theory.margins.transformer_family import TransformerFamily as TransformerFamily
    from turingrad.theory.margins.transformer_victim import TransformerVictim as TransformerVictim
    from turingrad.theory.margins.victims import FeedforwardVictim as FeedforwardVictim

__getattr__, __all__ = lazy_package(__name__, __file__)
