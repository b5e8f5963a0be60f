"""The games as OpenSpiel Python games.

>>> import pyspiel, quipu.openspiel
>>> game = pyspiel.load_game("quipu_tikal(seats=2)")

Importing this module registers every game under ``quipu_`` and its key. Table options are parameters of the game.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._quipu import Game, games, load_game
from .observation import split_observation


def _options(key: str) -> dict[str, list[str]]:
    return {option: values for option, values, _ in load_game(key).options()}


def _game_type(key: str) -> pyspiel.GameType:
    game = load_game(key)
    parameters: dict[str, int | str] = {"seats": game.num_players()}
    parameters.update({option: values[0] for option, values in _options(key).items()})
    return pyspiel.GameType(
        short_name=f"quipu_{key.replace('-', '_')}",
        long_name=f"{game.name} (quipu)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielState(pyspiel.State):
    """A match as OpenSpiel sees it; ``table`` is ours."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self.table = game.table.new_initial_state()

    def current_player(self):
        return self.table.current_player()

    def _legal_actions(self, player):
        return self.table.legal_actions(player if player >= 0 else None)

    def chance_outcomes(self):
        return self.table.chance_outcomes()

    def _apply_action(self, action):
        self.table.apply_action(action)

    def _action_to_string(self, player, action):
        return self.table.action_to_string(player, action)

    def is_terminal(self):
        return self.table.is_terminal()

    def returns(self):
        return self.table.returns()

    def __str__(self):
        return str(self.table)


class Observer:
    """What a player sees, for OpenSpiel's observers."""

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, params):
        if params:
            raise ValueError(f"observers have no parameters here, not {params}")
        self._recall = kind.perfect_recall
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = split_observation(game, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills in what the player sees."""
        state.table.observation_tensor(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or has seen so far, as text."""
        if self._recall:
            return state.table.information_state_string(player)
        return state.table.observation_string(player)


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel sees it; ``table`` is ours."""

    KEY: str
    TYPE: pyspiel.GameType

    def __init__(self, params=None):
        params = dict(params or {})
        defaults = {option: values[0] for option, values in _options(self.KEY).items()}
        chosen = {option: value for option, value in params.items() if defaults.get(option) != value}
        self.table = load_game(self.KEY, **chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.num_distinct_actions(),
            max_chance_outcomes=self.table.max_chance_outcomes(),
            num_players=self.table.num_players(),
            min_utility=self.table.min_utility(),
            max_utility=self.table.max_utility(),
            utility_sum=self.table.utility_sum(),
            max_game_length=self.table.max_game_length(),
        )
        super().__init__(self.TYPE, info, params)

    def new_initial_state(self):
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table, kind, params)


def _register(key: str) -> type[SpielGame]:
    name = "".join(word.capitalize() for word in key.split("-")) + "Game"
    kind = _game_type(key)
    made = type(name, (SpielGame,), {"KEY": key, "TYPE": kind, "__module__": __name__})
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, made)
    return made


globals().update({made.__name__: made for made in map(_register, games())})
