"""The games as PettingZoo AEC environments.

>>> from quipu.pettingzoo import tikal_v0
>>> env = tikal_v0.env(seats=3, render_mode="ansi")

Each game is a name of this module: ``tikal_v0``, ``tongiaki_v0``, ``thebes_v0``, ``inka_v0``. ``env`` is wrapped as is
usual (an illegal action ends the game with ``illegal_reward``), ``raw_env`` is bare (an illegal action raises).
"""

from __future__ import annotations

import functools
import types
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import spaces as ours
from ._quipu import Game, Rng, State, games


class TableEnv(AECEnv):
    """A match as an AEC environment: every player an agent, draws made by themselves.

    Agents are ``player_0`` and so on, in table order. Everything is paid at the end: 1 to the winner, equally less to
    the others, adding up to zero. ``masks="observation"`` puts the action mask into the observation,
    ``masks="info"`` into ``infos``. ``render_mode="human"`` shows the board in the terminal after every step.
    """

    # The base class declares it as a member of instances, too.
    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ours.RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str | Game, *, masks: str = "observation", render_mode: str | None = None, **options):
        super().__init__()
        self.game = ours.loaded(game, options)
        ours.check_render_mode(render_mode)
        self.metadata = {**TableEnv.metadata, "name": f"{ours.module_name(self.game.key)}_v0"}
        self.render_mode = render_mode
        self.masks = masks
        self.possible_agents = [f"player_{player}" for player in range(self.game.num_players())]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {agent: ours.observation_space(self.game, masks) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_distinct_actions()) for agent in self.possible_agents
        }
        self._state: State | None = None

    @functools.cache  # noqa: B019 - PettingZoo wants the very same space each time
    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    @property
    def table(self) -> State:
        """The match itself, to be looked at."""
        if self._state is None:
            raise ValueError("the match has not begun, call reset() first")
        return self._state

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        seed = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else int(seed)
        self._rng = Rng(seed)
        self._state = self.game.new_initial_state()
        self._state.resolve_chance(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str):
        return ours.observe(self.table, self.possible_agents.index(agent), self.masks)

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act, and None is no action")
        self.table.apply_action(int(action))
        self.table.resolve_chance(self._rng)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.is_terminal():
            self.rewards = dict(zip(self.possible_agents, map(float, self.table.returns()), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._go_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self) -> None:
        player = self.table.current_player()
        self.agent_selection = self.possible_agents[max(player, 0)] if player >= 0 else self.agents[0]
        if self.masks == "info":
            for number, agent in enumerate(self.possible_agents):
                if agent in self.infos:
                    self.infos[agent] = {"action_mask": ours.mask_of(self.table, number)}

    def render(self):
        return ours.render(self.table, self.render_mode)

    def close(self) -> None:
        pass


def raw_env(game: str | Game, **options) -> TableEnv:
    """A bare environment of a game; see :class:`TableEnv`."""
    return TableEnv(game, **options)


def env(game: str | Game, *, illegal_reward: float = -1.0, **options) -> AECEnv:
    """An environment of a game with PettingZoo's usual wrappers."""
    bare = raw_env(game, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=illegal_reward))


def _module(key: str) -> types.ModuleType:
    name = f"{ours.module_name(key)}_v0"
    module = types.ModuleType(f"{__name__}.{name}", f"{key} as PettingZoo environments: env, raw_env.")
    module.env = functools.partial(env, key)  # type: ignore[attr-defined]
    module.raw_env = functools.partial(raw_env, key)  # type: ignore[attr-defined]
    return module


globals().update({f"{ours.module_name(key)}_v0": _module(key) for key in games()})
