"""Agents that were trained: a value and a policy, with NumPy alone.

>>> import quipu.agents
>>> agent = quipu.agents.load("thebes")  # one of those in the package; or a file, made by python/train/ppo.py
>>> quipu.arena("thebes", [agent, "expert"], games=100)

A file holds the weights of a small network, which game and parts it looks at, and how it was made. The figures go
through layers with ReLU to a hidden vector; a legal action's logit is the product of that vector and the action's
own, and the value is what the seat to act should get at the end, from -1 to 1.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ._quipu import State, load_game
from .vectors import Vector

SHIPPED = Path(__file__).parent / "trained"
"""Where the agents of the package are."""


class Agent:
    """A trained network that plays: called with a state it gives an action, by itself or for whole vectors."""

    def __init__(self, weights: dict[str, np.ndarray], about: dict[str, Any], *, name: str = "agent"):
        self.name = name
        self.about = about
        self._layers = [
            (weights[f"layer{at}.weight"].astype(np.float32), weights[f"layer{at}.bias"].astype(np.float32))
            for at in range(sum(key.startswith("layer") and key.endswith("weight") for key in weights))
        ]
        self._actions = weights["actions"].astype(np.float32)
        self._bias = weights["bias"].astype(np.float32)
        self._value = weights["value.weight"].astype(np.float32), weights["value.bias"].astype(np.float32)

    @property
    def parts(self) -> str:
        """The parts that it looks at, as ``load_game`` takes them."""
        return str(self.about.get("parts", "usual"))

    def _hidden(self, figures: np.ndarray) -> np.ndarray:
        for weight, bias in self._layers:
            figures = np.maximum(figures @ weight.T + bias, 0)
        return figures

    def values(self, figures: np.ndarray) -> np.ndarray:
        """What the viewer of each row of figures should get at the end, from -1 to 1."""
        weight, bias = self._value
        return np.tanh(self._hidden(figures) @ weight.T + bias)[..., 0]

    def value(self, state: State, player: int | None = None) -> float:
        """What a player should get at the end; the player to act without a number."""
        return float(self.values(self._looked(state).observation_tensor(player)[None])[0])

    def policy(self, state: State) -> tuple[np.ndarray, np.ndarray]:
        """The legal actions, and how likely each is chosen."""
        legal = np.array(state.legal_actions())
        hidden = self._hidden(self._looked(state).observation_tensor()[None])[0]
        logits = self._actions[legal] @ hidden + self._bias[legal]
        odds = np.exp(logits - logits.max())
        return legal, odds / odds.sum()

    def __call__(self, state: State) -> int:
        """The action that it likes best."""
        legal, odds = self.policy(state)
        return int(legal[odds.argmax()])

    def choose(self, games: Vector) -> np.ndarray:
        """The action that it likes best in each game of a vector, which has the agent's parts."""
        hidden = self._hidden(games.tensors())
        counts, ids = np.diff(games.offsets), games.ids[: games.offsets[-1]]
        of = np.repeat(np.arange(games.n), counts)
        logits = np.einsum("ij,ij->i", self._actions[ids], hidden[of]) + self._bias[ids]
        best = np.maximum.reduceat(logits, games.offsets[:-1])
        places = np.flatnonzero(logits == best[of])
        _, first = np.unique(of[places], return_index=True)
        return ids[places[first]].astype(np.int32)

    def _looked(self, state: State) -> State:
        """The state with the observations that the network was trained on."""
        return state.with_parts(self.parts)

    def save(self, path: str | Path) -> None:
        """Writes the weights, in half precision, and what is known about them."""
        arrays = {f"layer{at}.weight": weight for at, (weight, _) in enumerate(self._layers)}
        arrays.update({f"layer{at}.bias": bias for at, (_, bias) in enumerate(self._layers)})
        arrays.update(actions=self._actions, bias=self._bias)
        arrays.update({"value.weight": self._value[0], "value.bias": self._value[1]})
        half: dict[str, Any] = {key: array.astype(np.float16) for key, array in arrays.items()}
        np.savez_compressed(path, about=np.array(json.dumps(self.about)), **half)


def shipped() -> list[str]:
    """The names of the agents in the package: those of the games that they play."""
    return sorted(file.stem for file in SHIPPED.glob("*.npz"))


def load(path: str | Path) -> Agent:
    """Reads an agent of the package, or one from a file that :meth:`Agent.save` wrote; nothing in it is run."""
    if str(path) in shipped():
        path = SHIPPED / f"{path}.npz"
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        weights = {key: file[key] for key in file.files if key != "about"}
    game = load_game(about["game"]).with_parts(about.get("parts", "usual"))
    agent = Agent(weights, about, name=Path(path).stem)
    if agent._layers[0][0].shape[1] != game.observation_tensor_size():
        raise ValueError(f"{path} looks at {agent._layers[0][0].shape[1]} figures, {game} has others")
    return agent


def ahead(agent: Agent, state: State, seed: int = 0) -> int:
    """The legal action after which the agent's value is best for the player to act, each played once with its draws.

    What is hidden from the player is imagined first, so that nothing is learnt from it.
    """
    player = state.current_player()
    legal = np.array(state.legal_actions(), np.int32)
    world = state.resample_from_infostate(player, seed)
    games = Vector(state.get_game().with_parts(agent.parts), len(legal), seed=seed, threads=1, lists=False)
    games.load(dict.fromkeys(range(len(legal)), world))
    games.step(legal)
    values = np.where(games.ended, games.returns[:, player], agent.values(games.tensors(player=player)))
    return int(legal[values.argmax()])
