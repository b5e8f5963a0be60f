"""Learning a value and a policy from the matches of bots, in one file.

    python python/train/value.py --game thebes --minutes 10 --out thebes-value.npz

Matches between bots (``quipu.dataset``) are played and written first, unless ``--data`` names a file that is there.
The value of what a seat sees is fitted to how the match ended for it and, where the bot searched, to what it
expected; the policy is fitted to what the bot did, so that the file plays like any agent. ``quipu.agents.ahead`` plays
by the value alone: it plays every legal action in a copy of the game, and takes what looks best (``ahead:OUT`` in
``leaderboard.py``).

Progress goes to the terminal and to ``OUT.csv``. Needs Torch and PyArrow (``pip install torch pyarrow``).
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import quipu
import quipu.agents
import torch
from torch import nn

SCALES = {"tikal": 40.0, "tongiaki": 12.0, "thebes": 40.0, "inka": 4.0}
"""The margin in points that is worth a win: somewhat more than is usual between bots."""


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="thebes", help="a game with its options")
    parser.add_argument("--bots", nargs="+", default=["adept"], help="who plays, one for all seats or one for each")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=200, help="for a master's decision")
    parser.add_argument("--data", help="matches that are there already, as quipu.dataset writes them")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long is learnt, in processor time")
    parser.add_argument("--epochs", type=int, help="stop after this number of times through all decisions instead")
    parser.add_argument("--steps", type=int, help="stop after this number of updates instead")
    parser.add_argument("--out", help="the agent's file; GAME-value.npz without")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=128, help="the width of the first layer")
    parser.add_argument("--last", type=int, default=64, help="the width of the second, and of an action's own vector")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument(
        "--scale", type=float, help="the margin in points that is worth a win; usual in the game without"
    )
    parser.add_argument("--searched", type=float, default=0.5, help="how much the search counts beside the end")
    return parser.parse_args(given)


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


def log_softmax(logits, of, rows):
    """The log-softmax of each row's logits, which lie one after the other."""
    most = torch.full((rows,), -torch.inf).scatter_reduce(0, of, logits.detach(), "amax")
    shifted = logits - most[of]
    return shifted - torch.zeros(rows).index_add(0, of, shifted.exp()).log()[of]


class Course:
    """How long is learnt: by epochs or updates the same seed repeats a run, by minutes a slower machine learns less."""

    def __init__(self, options):
        self.options, self.start = options, time.process_time()
        self.epochs, self.steps = 0, 0

    def minutes(self):
        return (time.process_time() - self.start) / 60

    def over(self):
        options = self.options
        if options.epochs is None and options.steps is None:
            return self.minutes() >= options.minutes
        left = [(options.epochs, self.epochs), (options.steps, self.steps)]
        return any(most is not None and done >= most for most, done in left)


class Matches:
    """The decisions of a file: figures, legal lists, what was done, and what is to be learnt."""

    def __init__(self, path, options):
        table = pq.read_table(path)
        size = table.schema.field("observation").type.list_size
        flat = table["observation"].combine_chunks().flatten()
        self.figures = flat.to_numpy(zero_copy_only=False).reshape(-1, size)
        legal = table["legal"].combine_chunks()
        self.ids, self.starts = legal.flatten().to_numpy(), legal.offsets.to_numpy()
        action = table["action"].to_numpy()
        places = [
            np.searchsorted(self.ids[a:b], done)
            for a, b, done in zip(self.starts[:-1], self.starts[1:], action, strict=True)
        ]
        self.place = np.array(places)
        end = table["return"].to_numpy()
        expected = table["value"].to_numpy()
        searched = np.tanh(np.nan_to_num(expected) / options.scale)
        share = np.where(np.isnan(expected), 0, options.searched)
        self.value = ((1 - share) * end + share * searched).astype(np.float32)
        # Whole matches are kept aside, since the decisions of one match end alike.
        match = table["match"].to_numpy()
        aside = match % 10 == 0
        self.learnt, self.kept = np.flatnonzero(~aside), np.flatnonzero(aside)

    def batch(self, rows):
        """What the network gets for some decisions."""
        counts = self.starts[rows + 1] - self.starts[rows]
        ends = np.cumsum(counts)
        places = np.arange(ends[-1]) + np.repeat(self.starts[rows] - (ends - counts), counts)
        of = torch.from_numpy(np.repeat(np.arange(len(rows)), counts))
        figures = torch.from_numpy(self.figures[rows].astype(np.float32))
        ids = torch.from_numpy(self.ids[places].astype(np.int64))
        own = torch.from_numpy(ends - counts + self.place[rows])
        return figures, ids, of, own, torch.from_numpy(self.value[rows])


def losses(net, data, rows):
    figures, ids, of, own, wanted = data.batch(rows)
    log_odds, value = net(figures, ids, of)
    return -log_odds[own].mean(), (value - wanted).square().mean()


def main(given=None):
    options = arguments(given)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    dice = np.random.default_rng(options.seed)
    game = quipu.load_game(options.game)
    options.scale = options.scale or SCALES[game.key]
    out = Path(options.out or f"{game.key}-value.npz")
    path = options.data
    if path is None:
        bots = options.bots[0] if len(options.bots) == 1 else options.bots
        path = out.with_suffix(".parquet")
        how = {"seed": options.seed, "iterations": options.iterations, "threads": options.threads}
        print(quipu.dataset(game, options.matches, bots, path, **how))
    data = Matches(path, options)
    net = Net(game.observation_tensor_size(), game.num_distinct_actions(), options.hidden, options.last)
    net.seen |= torch.from_numpy(data.figures.any(axis=0))
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate, weight_decay=1e-6)
    print(f"{len(data.learnt)} decisions to learn from, {len(data.kept)} kept aside")
    about = {"game": str(game), "parts": "usual", "method": "value", "hidden": options.hidden}
    about["arguments"] = {name: value for name, value in vars(options).items() if name != "out"}
    course, last, best = Course(options), 0, np.inf
    with open(out.with_suffix(".csv"), "w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(["minutes", "epoch", "policy_loss", "value_loss", "kept_policy_loss", "kept_value_loss"])
        while not course.over():
            order = dice.permutation(data.learnt)
            seen = []
            for at in range(0, len(order), options.batch):
                policy, value = losses(net, data, order[at : at + options.batch])
                optimiser.zero_grad()
                (policy + value).backward()
                optimiser.step()
                seen.append((policy.item(), value.item()))
                course.steps += 1
                if course.over():
                    break
            with torch.no_grad():
                kept = [x.item() for x in losses(net, data, data.kept[:8192])]
            course.epochs += 1
            epoch, minutes = course.epochs, course.minutes()
            curve.writerow([f"{minutes:.2f}", epoch, *(f"{x:.4f}" for x in [*np.mean(seen, axis=0), *kept])])
            file.flush()
            print(f"epoch {epoch}: kept aside, policy {kept[0]:.3f}, value {kept[1]:.3f}")
            if sum(kept) < best:
                best = sum(kept)
                net.agent(about | {"epoch": epoch, "steps": course.steps, "minutes": round(minutes, 1)}).save(out)
                last = epoch
            elif epoch - last >= 4:
                break
    print(f"{out} and {out.with_suffix('.csv')} are written")


if __name__ == "__main__":
    main()
