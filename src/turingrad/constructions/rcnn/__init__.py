"""Goel, Kakade, Kalai, Zhang (2022): SGD memorises the data, a recurrent convolution rolls out the learner."""

from turingrad._support.lazy import lazy_getattr
from turingrad.constructions.rcnn.algorithm import SGDStep, algorithm_1, memorise
from turingrad.constructions.rcnn.circuit import classifier_circuit
from turingrad.constructions.rcnn.compile import compile_network
from turingrad.constructions.rcnn.convolution import RecurrentConvolution
from turingrad.constructions.rcnn.interpolation import Interpolation, interpolate, weight_sets
from turingrad.constructions.rcnn.layouts import weight_set
from turingrad.constructions.rcnn.learner_network import RCNN

_HOMES = {
    "depth_for": "turingrad.constructions.rcnn.depth",
    "parameter_groups": "turingrad.constructions.rcnn.usual",
    "set_rate": "turingrad.constructions.rcnn.usual",
    "train": "turingrad.constructions.rcnn.usual",
    "compare_training_variants": "turingrad.constructions.rcnn.training_variants",
}
__all__ = [
    "RCNN",
    "Interpolation",
    "RecurrentConvolution",
    "SGDStep",
    "algorithm_1",
    "classifier_circuit",
    "compare_training_variants",
    "compile_network",
    "depth_for",
    "interpolate",
    "memorise",
    "parameter_groups",
    "set_rate",
    "train",
    "weight_set",
    "weight_sets",
]
__getattr__ = lazy_getattr(__name__, _HOMES)
