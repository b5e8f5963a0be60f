"""The network that ``ppo.py`` and ``value.py`` train, and that ``quipu.agents`` plays by."""

from __future__ import annotations

import numpy as np
import quipu.agents
import torch
from torch import nn


class Net(nn.Module):
    """Figures to a hidden vector, to the logits of legal actions and to a value."""

    def __init__(self, figures: int, actions: int, hidden: int, last: int):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(figures, hidden), nn.Linear(hidden, last)])
        self.actions = nn.Embedding(actions, last)
        self.bias = nn.Embedding(actions, 1)
        self.value = nn.Linear(last, 1)
        # Zeros: an action that was never legal keeps them, and takes no room in the file.
        nn.init.zeros_(self.actions.weight)
        nn.init.zeros_(self.bias.weight)
        self.register_buffer("seen", torch.zeros(figures, dtype=torch.bool))

    def forward(self, figures, ids, of):
        """The log-probabilities of legal actions, ``of`` which row each is, and the values."""
        hidden = figures
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        # All actions that are legal somewhere, for all rows at once: faster than each row's own by themselves.
        some, place = torch.unique(ids, return_inverse=True)
        scores = hidden @ self.actions(some).T + self.bias(some)[:, 0]
        logits = scores.flatten()[of * len(some) + place]
        return log_softmax(logits, of, len(figures)), torch.tanh(self.value(hidden))[:, 0]

    def agent(self, about) -> quipu.agents.Agent:
        weights = {f"layer{at}.weight": layer.weight for at, layer in enumerate(self.layers)}
        # A figure that was always zero has taught nothing, so it must not count.
        weights["layer0.weight"] = weights["layer0.weight"] * self.seen
        weights.update({f"layer{at}.bias": layer.bias for at, layer in enumerate(self.layers)})
        weights.update({"actions": self.actions.weight, "bias": self.bias.weight[:, 0]})
        weights.update({"value.weight": self.value.weight, "value.bias": self.value.bias})
        return quipu.agents.Agent({key: value.detach().numpy().copy() for key, value in weights.items()}, about)

    def take_over(self, path):
        """Begins with the weights of an agent."""
        with np.load(path, allow_pickle=False) as file, torch.no_grad():
            for at, layer in enumerate(self.layers):
                layer.weight.copy_(torch.from_numpy(file[f"layer{at}.weight"].astype(np.float32)))
                layer.bias.copy_(torch.from_numpy(file[f"layer{at}.bias"].astype(np.float32)))
            self.actions.weight.copy_(torch.from_numpy(file["actions"].astype(np.float32)))
            self.bias.weight[:, 0] = torch.from_numpy(file["bias"].astype(np.float32))
            self.value.weight.copy_(torch.from_numpy(file["value.weight"].astype(np.float32)))
            self.value.bias.copy_(torch.from_numpy(file["value.bias"].astype(np.float32)))
            self.seen.copy_((self.layers[0].weight != 0).any(0))


def log_softmax(logits, of, rows):
    """The log-softmax of each row's logits, which lie one after the other."""
    most = torch.full((rows,), -torch.inf).scatter_reduce(0, of, logits.detach(), "amax")
    shifted = logits - most[of]
    return shifted - torch.zeros(rows).index_add(0, of, shifted.exp()).log()[of]
