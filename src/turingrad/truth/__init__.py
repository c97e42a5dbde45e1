"""Ground truth with knobs: stock Llamas of which every feature, head and gate is known, in disguises that hide them."""

from turingrad.truth.answer import CircuitAnswer, FeatureAnswer, Probe, ProbeAnswer, SteeringAnswer, read_answer
from turingrad.truth.baselines import METHODS
from turingrad.truth.campaign import Row, read_rows, score_suite
from turingrad.truth.control import control_of
from turingrad.truth.disguise import disguise
from turingrad.truth.folder import load, save
from turingrad.truth.oracle import oracle, random_answer
from turingrad.truth.plain import plain_truth
from turingrad.truth.scores import Score, score, score_subject
from turingrad.truth.subject import Subject, subject_of
from turingrad.truth.value import Component, Edge, Feature, Gate, Head, Pair, Run, Truth
from turingrad.truth.verify import certify

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
    "Row",
    "Run",
    "Score",
    "SteeringAnswer",
    "Subject",
    "Truth",
    "certify",
    "control_of",
    "disguise",
    "load",
    "oracle",
    "plain_truth",
    "random_answer",
    "read_answer",
    "read_rows",
    "save",
    "score",
    "score_subject",
    "score_suite",
    "subject_of",
]
