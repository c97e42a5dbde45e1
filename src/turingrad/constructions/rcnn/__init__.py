"""Goel, Kakade, Kalai, Zhang (2022): SGD memorises the data, a recurrent convolution rolls out the learner."""

from typing import TYPE_CHECKING

from turingrad._support.lazy import lazy_package
from turingrad.constructions.rcnn.algorithm import SGDStep as SGDStep
from turingrad.constructions.rcnn.algorithm import algorithm_1 as algorithm_1
from turingrad.constructions.rcnn.algorithm import memorise as memorise
from turingrad.constructions.rcnn.circuit import classifier_circuit as classifier_circuit
from turingrad.constructions.rcnn.compile import compile_network as compile_network
from turingrad.constructions.rcnn.convolution import RecurrentConvolution as RecurrentConvolution
from turingrad.constructions.rcnn.interpolation import Interpolation as Interpolation
from turingrad.constructions.rcnn.interpolation import interpolate as interpolate
from turingrad.constructions.rcnn.interpolation import weight_sets as weight_sets
from turingrad.constructions.rcnn.layouts import weight_set as weight_set
from turingrad.constructions.rcnn.learner_network import RCNN as RCNN

if TYPE_CHECKING:  # loaded when first used
    from turingrad.constructions.rcnn.depth import depth_for as depth_for
    from turingrad.constructions.rcnn.training_variants import compare_training_variants as compare_training_variants
    from turingrad.constructions.rcnn.usual import parameter_groups as parameter_groups
    from turingrad.constructions.rcnn.usual import set_rate as set_rate
    from turingrad.constructions.rcnn.usual import train as train

__getattr__, __all__ = lazy_package(__name__, __file__)
