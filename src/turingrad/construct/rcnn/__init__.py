"""Goel, Kakade, Kalai, Zhang (2022): SGD memorises the data, a recurrent convolution rolls out the learner."""

from turingrad.construct.rcnn.algorithm import SGDStep, algorithm_1, memorise
from turingrad.construct.rcnn.circuit import classifier_circuit
from turingrad.construct.rcnn.compile import compile_network
from turingrad.construct.rcnn.convolution import RecurrentConvolution
from turingrad.construct.rcnn.interpolation import Interpolation, interpolate, weight_sets
from turingrad.construct.rcnn.layouts import weight_set
from turingrad.construct.rcnn.learner_network import RCNN

__all__ = [
    "RCNN",
    "Interpolation",
    "RecurrentConvolution",
    "SGDStep",
    "algorithm_1",
    "classifier_circuit",
    "compile_network",
    "interpolate",
    "memorise",
    "weight_set",
    "weight_sets",
]
