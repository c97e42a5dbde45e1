"""Block-quantised weights, as llama.cpp's Q8_0 holds them: why such files are refused.

A block of 32 numbers has one scale d = max/127, rounded to float16, and whole numbers q = round(x / d) of eight bits.
127 d is the largest weight only where max/127 is a float16 number; our weights are powers of two, so it never is.
"""

from __future__ import annotations

import torch
from torch import Tensor

BLOCK, LEVELS = 32, 127


def dequantised(weight: Tensor) -> Tensor:
    """What a runtime reads back of a matrix (rows, columns), whose columns are a multiple of 32."""
    blocks = weight.float().reshape(weight.shape[0], -1, BLOCK)
    scale = (blocks.abs().amax(-1, keepdim=True) / LEVELS).to(torch.float16).float()
    whole = (blocks / scale.clamp(min=torch.finfo(torch.float16).tiny)).round().clamp(-LEVELS, LEVELS)
    return (whole * scale).reshape(weight.shape)
