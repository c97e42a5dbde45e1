"""Speed of the decoder: of tape machines (`turingrad bench decoder`) and of programs (`turingrad bench programs`)."""

from turingrad.constructions.decoder.bench.tapes import bench

__all__ = ["bench"]
