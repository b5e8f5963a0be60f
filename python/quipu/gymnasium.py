"""One player's side of a match as a Gymnasium environment, the others played by bots.

>>> import gymnasium, quipu.gymnasium
>>> env = gymnasium.make("quipu/tikal-v0", opponents="greedy", seats=2)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from . import spaces as ours
from ._quipu import Bot, Game, Rng, State, games
from .vectors import Vector

Opponent = str | Callable[[State], int]


class AgainstBots(gymnasium.Env):
    """A player against bots.

    ``opponents`` is a bot's name, a function from a state to an action, or one of these for each other seat, clockwise.
    ``seat`` is the agent's; ``None`` draws it anew for each match. The reward comes at the end: 1 for a win, equally
    less for the others. An illegal action ends the match with ``illegal_reward`` and ``info["illegal"]`` says why.
    Masks are in the observation (``masks="observation"``) or in the info (``masks="info"``), and always in
    ``action_masks()``.
    """

    # The base class declares it as a member of instances, too.
    metadata: dict[str, Any] = {"render_modes": ours.RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        iterations: int | None = None,
        seconds: float | None = None,
        illegal_reward: float = -1.0,
        masks: str = "observation",
        render_mode: str | None = None,
        **options,
    ):
        self.game = ours.loaded(game, options)
        ours.check_render_mode(render_mode)
        seats = self.game.num_players()
        if seat is not None and not 0 <= seat < seats:
            raise ValueError(f"there is no seat {seat}, seats are 0 to {seats - 1}")
        others = [opponents] * (seats - 1) if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(others) != seats - 1:
            raise ValueError(f"{len(others)} opponents were given, {seats - 1} are needed")
        self._opponents = others
        self._iterations, self._seconds = iterations, seconds
        self._seat = seat
        self.seat = seat or 0
        self.illegal_reward = illegal_reward
        self.masks = masks
        self.render_mode = render_mode
        self.observation_space = ours.observation_space(self.game, masks)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())
        self._state: State | None = None

    @property
    def table(self) -> State:
        """The match itself, to be looked at."""
        if self._state is None:
            raise ValueError("the match has not begun, call reset() first")
        return self._state

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        super().reset(seed=seed)
        seats = self.game.num_players()
        number = int(self.np_random.integers(2**32))
        self.seat = int(self.np_random.integers(seats)) if self._seat is None else self._seat
        self._rng = Rng(number)
        self._bots = {
            (self.seat + 1 + place) % seats: self._made(opponent, number + place)
            for place, opponent in enumerate(self._opponents)
        }
        self._state = self.game.new_initial_state()
        self._ended = False
        self._play_on()
        self._show()
        return self._observe(), self._info()

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _made(self, opponent: Opponent, seed: int) -> Callable[[State], int]:
        if not isinstance(opponent, str):
            return opponent
        return Bot(opponent, self.game, seed=seed, iterations=self._iterations, seconds=self._seconds)

    def _play_on(self) -> None:
        state = self.table
        state.resolve_chance(self._rng)
        while not state.is_terminal() and state.current_player() != self.seat:
            state.apply_action(self._bots[state.current_player()](state))
            state.resolve_chance(self._rng)

    def step(self, action):
        state = self.table
        if self._ended:
            raise ValueError("the match is over, call reset()")
        try:
            state.apply_action(int(action))
        except ValueError as why:
            self._ended = True
            info = {**self._info(), "illegal": str(why)}
            return self._observe(), float(self.illegal_reward), True, False, info
        self._play_on()
        self._ended = state.is_terminal()
        self._show()
        reward = float(state.player_return(self.seat)) if self._ended else 0.0
        return self._observe(), reward, self._ended, False, self._info()

    def _observe(self):
        return ours.observe(self.table, self.seat, self.masks)

    def _info(self) -> dict:
        info: dict[str, Any] = {"points": self.table.points(), "places": self.table.places(), "seat": self.seat}
        if self.masks == "info":
            info["action_mask"] = self.action_masks()
        return info

    def action_masks(self) -> np.ndarray:
        """The legal actions as booleans."""
        return ours.mask_of(self.table, self.seat).astype(bool)

    def render(self):
        return ours.render(self.table, self.render_mode, self.seat)


class VectorAgainstBots(gymnasium.vector.VectorEnv):
    """Many matches of a player against bots at once, played in Rust: what ``gymnasium.make_vec`` gives.

    ``opponents`` is a bot's name, or one for each other seat, clockwise. ``seat`` is the agent's in every match, with
    ``None`` by turns each. A match that ends has paid, and begun anew in the same step: where ``infos["_final_obs"]``
    says so, ``infos["final_obs"]`` and ``infos["final_info"]`` are those of its end, as Gymnasium's own vectors give
    them. An illegal action raises, and nothing is played.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ours.RENDER_MODES,
        "render_fps": 2,
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        *,
        num_envs: int = 1,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        iterations: int = 1000,
        masks: str = "observation",
        reward: str = "win",
        threads: int | None = None,
        render_mode: str | None = None,
        **options,
    ):
        self.game = ours.loaded(game, options)
        ours.check_render_mode(render_mode)
        self.num_envs = num_envs
        self.games = Vector(
            self.game, num_envs, opponents=opponents, seat=seat, iterations=iterations, reward=reward, threads=threads
        )
        self.masks, self.render_mode = masks, render_mode
        self.single_observation_space = ours.observation_space(self.game, masks)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.game.num_distinct_actions())
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(2**32)))
        return self._observe(), self._info()

    def step(self, actions):
        seats = self.games.players.copy()
        self.games.step(np.asarray(actions))
        ended = self.games.ended.copy()
        rewards = self.games.returns[np.arange(self.num_envs), seats].astype(np.float64)
        infos = self._info()
        for at in np.flatnonzero(ended):
            infos = self._add_info(infos, self._final(int(at), int(seats[at])), int(at))
        return self._observe(), rewards, ended, np.zeros(self.num_envs, bool), infos

    def _final(self, at: int, seat: int) -> dict[str, Any]:
        """What was seen at the end of a match, which has begun anew."""
        over = self.games.final_state(at)
        points, places = np.array(over.points(), np.int32), np.array(over.places(), np.int32)
        info: dict[str, Any] = {"seat": seat, "points": points, "places": places}
        if self.masks == "info":
            info["action_mask"] = ours.mask_of(over, seat).astype(bool)
        return {"final_obs": ours.observe(over, seat, self.masks), "final_info": info}

    def _observe(self):
        figures = self.games.tensors()
        if self.masks == "info":
            return figures
        return {"observation": figures, "action_mask": self.action_masks().view(np.int8)}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.games.players.copy(), "points": self.games.points()}
        if self.masks == "info":
            info["action_mask"] = self.action_masks()
        return info | {f"_{key}": np.ones(self.num_envs, bool) for key in info}

    def action_masks(self) -> np.ndarray:
        """The legal actions of each match as booleans."""
        return self.games.masks(np.empty((self.num_envs, self.games.num_actions), bool))

    def render(self):
        if self.render_mode is None:
            return None
        return tuple(ours.render(self.games.state(game), self.render_mode) for game in range(self.num_envs))


def make(game: str | Game, **options) -> AgainstBots:
    """An environment of a game; see :class:`AgainstBots`."""
    return AgainstBots(game, **options)


for _key in games():
    gymnasium.register(
        id=f"quipu/{_key}-v0",
        entry_point="quipu.gymnasium:AgainstBots",
        vector_entry_point="quipu.gymnasium:VectorAgainstBots",
        kwargs={"game": _key},
    )
