"""What the bridges to Gymnasium and PettingZoo share: spaces, masks, names."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ._quipu import Game, State, load_game

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
MASKS = ("observation", "info")


def module_name(key: str) -> str:
    """`salt-road` as Python writes it."""
    return key.replace("-", "_")


def observation_space(game: Game, masks: str) -> spaces.Space:
    """Figures alone, or with a mask beside them."""
    if masks not in MASKS:
        raise ValueError(f"masks={masks!r} is not possible, it is one of {', '.join(MASKS)}")
    figures = spaces.Box(-4.0, 4.0, (game.observation_tensor_size(),), np.float32)
    if masks == "info":
        return figures
    mask = spaces.Box(0, 1, (game.num_distinct_actions(),), np.int8)
    return spaces.Dict({"observation": figures, "action_mask": mask})


def observe(state: State, player: int, masks: str):
    """What a player observes, in the form of :func:`observation_space`."""
    figures = state.observation_tensor(player)
    if masks == "info":
        return figures
    return {"observation": figures, "action_mask": mask_of(state, player)}


def mask_of(state: State, player: int) -> np.ndarray:
    """The player's legal actions; all zeros where they are not to act."""
    if state.is_chance_node():
        return np.zeros(state.num_distinct_actions(), np.int8)
    return state.legal_actions_mask(player)


def loaded(game: str | Game, options: dict) -> Game:
    """The game of a name and options."""
    if isinstance(game, Game):
        if options:
            raise ValueError("options belong to the game's name, this game is loaded already")
        return game
    return load_game(game, **options)


def check_render_mode(mode: str | None) -> None:
    """Refuses a way of rendering that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r} is not possible, it is one of {', '.join(RENDER_MODES)}")


def render(state: State, mode: str | None, player: int | None = None):
    """A board in one of the ways of rendering; for people it is shown in the terminal."""
    if mode is None:
        return None
    if mode == "human":
        print(state.render("ansi", player=player), flush=True)
        return None
    return state.render(mode, player=player)
