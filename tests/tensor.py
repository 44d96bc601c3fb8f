"""An array of another library, as a run may meet it."""

from __future__ import annotations

import numpy as np


class Tensor:
    """What PyTorch calls a tensor: it shares memory, and refuses while it is differentiated."""

    def __init__(self, data: np.ndarray, tracked: bool = False) -> None:
        self.data = data
        self.tracked = tracked

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        if self.tracked:
            raise RuntimeError("detach it first")
        return self.data

    def __dlpack__(self) -> object:
        raise NotImplementedError

    def detach(self) -> Tensor:
        return Tensor(self.data)
