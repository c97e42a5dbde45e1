"""Ground truth with knobs: stock Llamas of which every feature, head and gate is known, in disguises that hide them."""

from turingrad.truth.answer import CircuitAnswer, FeatureAnswer, Probe, ProbeAnswer, SteeringAnswer, read_answer
from turingrad.truth.baselines import METHODS
from turingrad.truth.control import control_of
from turingrad.truth.disguise import disguise
from turingrad.truth.plain import plain_truth
from turingrad.truth.scores import Score, score, score_subject
from turingrad.truth.subject import Subject, subject_of
from turingrad.truth.value import Component, Edge, Feature, Gate, Head, Pair, Run, Truth

__all__ = [
    "METHODS",
    "CircuitAnswer",
    "Component",
    "Edge",
    "Feature",
    "FeatureAnswer",
    "Gate",
    "Head",
    "Pair",
    "Probe",
    "ProbeAnswer",
    "Run",
    "Score",
    "SteeringAnswer",
    "Subject",
    "Truth",
    "control_of",
    "disguise",
    "plain_truth",
    "read_answer",
    "score",
    "score_subject",
    "subject_of",
]
