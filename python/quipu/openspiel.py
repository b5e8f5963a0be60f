"""The games as OpenSpiel Python games.

>>> import pyspiel, quipu.openspiel
>>> game = pyspiel.load_game("quipu_tikal(seats=2)")

Importing this module registers every game under ``quipu_`` and its key. Table options are parameters of the game, and
``parts``, what observations hold. A game that hides nothing is declared as one of perfect information; some algorithms,
such as ``ISMCTSBot``, refuse those, and ``information=imperfect`` declares it otherwise for them.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from ._quipu import Game, games, load_game
from .observation import split_observation

INFORMATION = ("declared", "imperfect")


def _options(key: str) -> dict[str, list[str]]:
    return {option: values for option, values, _ in load_game(key).options()}


def _game_type(game: Game, information: str = "declared") -> pyspiel.GameType:
    if information not in INFORMATION:
        raise ValueError(f"information={information} is not possible, it is one of {', '.join(INFORMATION)}")
    kinds = pyspiel.GameType.Information
    hides = game.hides_information() or information == "imperfect"
    parameters: dict[str, int | str] = {"seats": load_game(game.key).num_players()}
    parameters.update({option: values[0] for option, values in _options(game.key).items()})
    parameters.update({"parts": "usual", "information": "declared"})
    return pyspiel.GameType(
        short_name=f"quipu_{game.key.replace('-', '_')}",
        long_name=f"{game.name} (quipu)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if hides else kinds.PERFECT_INFORMATION,
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

    def resample_from_infostate(self, player, sampler):
        """A state with this player's information state, drawn at random; ``sampler()`` gives numbers from 0 to 1."""
        state = self.get_game().new_initial_state()
        for action in self.table.resample_from_infostate(player, sampler).history():
            state.apply_action(action)
        return state

    def __str__(self):
        return str(self.table)


class Observer:
    """What a player sees, for OpenSpiel's observers."""

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, params):
        if params:
            raise ValueError(f"observers have no parameters here, not {params}")
        self._recall = kind.perfect_recall
        self.tensor = None if self._recall else np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {} if self.tensor is None else split_observation(game, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills in what the player sees."""
        if self.tensor is None:
            raise ValueError("there is no information state tensor, only its string and the observation tensor")
        state.table.observation_tensor(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or has seen so far, as text."""
        if self._recall:
            return state.table.information_state_string(player)
        return state.table.observation_string(player)


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel sees it; ``table`` is ours."""

    KEY: str

    def __init__(self, params=None):
        params = dict(params or {})
        information = params.get("information", "declared")
        defaults = {option: values[0] for option, values in _options(self.KEY).items()}
        defaults["information"] = information
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
        super().__init__(_game_type(self.table, information), info, params)

    def new_initial_state(self):
        return SpielState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.table, kind, params)


def _register(key: str) -> type[SpielGame]:
    name = "".join(word.capitalize() for word in key.split("-")) + "Game"
    kind = _game_type(load_game(key))
    made = type(name, (SpielGame,), {"KEY": key, "__module__": __name__})
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, made)
    return made


globals().update({made.__name__: made for made in map(_register, games())})
