"""Names for the arrays that the package passes around: a letter for the kind of number, then its bits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

F64 = npt.NDArray[np.float64]
F32 = npt.NDArray[np.float32]
I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
U64 = npt.NDArray[np.uint64]
U16 = npt.NDArray[np.uint16]
U8 = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.uint8]  # entries 0 and 1
Signs = npt.NDArray[np.int8]  # entries -1 and +1; 0 where there is no answer
Mask = npt.NDArray[np.bool_]
