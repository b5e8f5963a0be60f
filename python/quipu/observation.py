"""Observations cut into their parts."""

from __future__ import annotations

import math

import numpy as np

from ._quipu import Game


def split_observation(game: Game, figures: np.ndarray) -> dict[str, np.ndarray]:
    """Cuts figures into their named parts, as views without a copy.

    The last axis of ``figures`` is that of an observation; axes before it (games of a vector, time) stay.
    """
    width = game.observation_tensor_size()
    if figures.shape[-1] != width:
        raise ValueError(f"the last axis has {figures.shape[-1]} places, an observation of {game} has {width}")
    parts = {}
    for name, (start, shape) in game.observation_parts().items():
        part = figures[..., start : start + math.prod(shape)]
        parts[name] = part.reshape(*figures.shape[:-1], *shape)
    return parts
