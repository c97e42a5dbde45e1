"""Goel, Kakade, Kalai, Zhang (2022): SGD memorises the data, a recurrent convolution rolls out the learner."""

from turingrad.construct.rcnn.algorithm import SGDStep, algorithm_1, memorise
from turingrad.construct.rcnn.compile import compile_network
from turingrad.construct.rcnn.convolution import RecurrentConvolution
from turingrad.construct.rcnn.learner_network import RCNN

__all__ = ["RCNN", "RecurrentConvolution", "SGDStep", "algorithm_1", "compile_network", "memorise"]
