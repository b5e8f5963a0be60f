"""PPO by self-play, in one file.

    python python/train/ppo.py --game thebes --minutes 15 --out thebes.npz

Every game of a vector is played by one network at all seats. A position's figures go through a small network; the
logit of a legal action is the product of the hidden vector and the action's own, so that only what is legal is ever
computed, however large the action space. What a seat gets at the end is half the win and half the margin; on the way
the change of its margin in points is paid in advance (``--shape points``, ``estimate`` for the margin of the bots'
estimate, or ``none``), which changes no optimal play since it adds up to the same for every way.

Progress goes to the terminal and to ``OUT.csv``, the learning curve: time, games, steps, losses, and from time to
time how often the agent wins against a bot. Needs Torch (``pip install torch``).
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import quipu
import quipu.agents
import torch
from torch import nn

SCALES = {"tikal": 40.0, "tongiaki": 12.0, "thebes": 40.0, "inka": 4.0}
"""The margin in points that is worth a win: somewhat more than is usual between bots."""


def arguments(given):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="thebes", help="a game with its options, such as tikal(seats=3)")
    parser.add_argument("--parts", default="usual", help="the parts of the observation, such as seats+course")
    parser.add_argument(
        "--minutes", type=float, default=15.0, help="of processor time, so that a busy machine counts not"
    )
    parser.add_argument("--steps", type=int, help="stop after this number of decisions instead")
    parser.add_argument("--out", help="the agent's file; GAME.npz without")
    parser.add_argument("--resume", help="go on from this agent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--envs", type=int, default=64, help="games at once")
    parser.add_argument("--rollout", type=int, default=128, help="decisions of each game between updates")
    parser.add_argument("--hidden", type=int, default=128, help="the width of the first layer")
    parser.add_argument("--last", type=int, default=64, help="the width of the second, and of an action's own vector")
    parser.add_argument("--rate", type=float, default=6e-4, help="the learning rate, falling to a tenth")
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--lam", type=float, default=0.95)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--shape", choices=["points", "estimate", "none"], default="points")
    parser.add_argument(
        "--scale", type=float, help="the margin in points that is worth a win; usual in the game without"
    )
    parser.add_argument("--rivals", nargs="+", default=["novice", "expert"], help="bots that the curve is measured by")
    parser.add_argument("--every", type=float, default=3.0, help="minutes between such measurements")
    parser.add_argument("--matches", type=int, default=48, help="matches of each measurement")
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


def sample(log_odds, offsets):
    """The place of one action of each row, drawn by its probability: the greatest after noise of Gumbel's kind."""
    noisy = log_odds - torch.empty_like(log_odds).exponential_().log()
    noisy = noisy.numpy()
    best = np.maximum.reduceat(noisy, offsets[:-1])
    of = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    places = np.flatnonzero(noisy == best[of])
    _, first = np.unique(of[places], return_index=True)
    return places[first]


class Rollout:
    """Plays and remembers some decisions of every game."""

    def __init__(self, options, net):
        self.options, self.net = options, net
        self.games = quipu.vector(
            options.game, options.envs, seed=options.seed, threads=options.threads, parts=options.parts
        )
        self.ended = 0
        # Made once: fresh memory for every rollout costs the system more than all play.
        self.figures = np.empty((options.rollout, options.envs, self.games.observation_size), np.float32)

    def margins(self):
        """What the shaping pays for: each seat's margin in wins."""
        if self.options.shape == "none":
            return np.zeros((self.games.n, self.games.num_players), np.float32)
        if self.options.shape == "points":
            return self.games.margins() / np.float32(self.options.scale)
        values = self.games.estimates()
        others = (values.sum(axis=1, keepdims=True) - values) / (self.games.num_players - 1)
        return (values - others) / np.float32(self.options.scale)

    def play(self):
        games, options = self.games, self.options
        n, steps = games.n, options.rollout
        figures = self.figures
        players = np.empty((steps, n), np.int8)
        values, log_odds = np.empty((steps, n), np.float32), np.empty((steps, n), np.float32)
        # What every seat got between its decision and the next: the change of its margin, and the end.
        paid = np.zeros((steps, n, games.num_players), np.float32)
        ended = np.zeros((steps, n), bool)
        ids, counts, chosen = [], [], []
        before = self.margins()
        for at in range(steps):
            games.tensors(figures[at])
            self.net.seen |= torch.from_numpy(figures[at]).any(0)
            players[at] = games.players
            offsets = games.offsets.copy()
            legal = games.ids[: offsets[-1]].copy()
            of = torch.from_numpy(np.repeat(np.arange(n), np.diff(offsets)))
            with torch.no_grad():
                odds, value = self.net(torch.from_numpy(figures[at]), torch.from_numpy(legal.astype(np.int64)), of)
            places = sample(odds, offsets)
            values[at], log_odds[at] = value.numpy(), odds.numpy()[places]
            ids.append(legal)
            counts.append(np.diff(offsets))
            chosen.append(places - offsets[:-1])
            games.step(legal[places])
            ended[at] = games.ended
            after = self.margins()
            change = after - before
            over = np.flatnonzero(games.ended)
            if len(over):
                change[over] = self.end(over) - before[over]
                self.ended += len(over)
            paid[at], before = change, after
        advantages, returns = self.advantages(players, values, paid, ended)
        return figures, players, log_odds, ids, counts, chosen, advantages, returns

    def end(self, over):
        """What a game is worth to each seat when it is over: half the win, half the margin."""
        points = self.games.final_points[over].astype(np.float32)
        margins = np.stack(
            [points[:, seat] - np.delete(points, seat, 1).max(1) for seat in range(points.shape[1])], axis=1
        )
        return 0.5 * self.games.returns[over] + 0.5 * np.tanh(margins / self.options.scale)

    def advantages(self, players, values, paid, ended):
        """Generalised advantages, each seat by its own decisions: what others do between lies within one step."""
        steps, n = players.shape
        gamma, lam = self.options.gamma, self.options.lam
        seats = paid.shape[2]
        advantages = np.zeros((steps, n), np.float32)
        # Of each seat: the value at its next decision, its advantage there, whether there is one, what comes till then.
        value, advantage = np.zeros((n, seats), np.float32), np.zeros((n, seats), np.float32)
        known, reward = np.zeros((n, seats), bool), np.zeros((n, seats), np.float32)
        rows = np.arange(n)
        for at in range(steps - 1, -1, -1):
            over = ended[at]
            value[over], advantage[over], reward[over], known[over] = 0, 0, 0, True
            reward += paid[at]
            seat = players[at].astype(int)
            here = values[at]
            delta = reward[rows, seat] + gamma * value[rows, seat] - here
            found = delta + gamma * lam * advantage[rows, seat]
            # Without a later decision in sight nothing is learnt from this one.
            found = np.where(known[rows, seat], found, 0)
            advantages[at] = found
            value[rows, seat], advantage[rows, seat] = here, found
            reward[rows, seat], known[rows, seat] = 0, True
        return advantages, advantages + values


def update(net, optimiser, options, data):
    figures, players, log_odds, ids, counts, chosen, advantages, returns = data
    steps, n = players.shape
    figures = figures.reshape(steps * n, -1)
    flat_ids, flat_counts = np.concatenate(ids).astype(np.int64), np.concatenate(counts)
    starts = np.concatenate([[0], np.cumsum(flat_counts)])
    chosen = np.concatenate(chosen)
    advantages, returns = advantages.ravel(), returns.ravel()
    old = torch.from_numpy(log_odds.ravel())
    losses = []
    for _ in range(options.epochs):
        order = np.random.permutation(steps * n)
        for start in range(0, len(order), options.batch):
            rows = order[start : start + options.batch]
            some = flat_counts[rows]
            ends = np.cumsum(some)
            places = np.arange(ends[-1]) + np.repeat(starts[rows] - (ends - some), some)
            of = torch.from_numpy(np.repeat(np.arange(len(rows)), some))
            new, value = net(torch.from_numpy(figures[rows]), torch.from_numpy(flat_ids[places]), of)
            own = new[torch.from_numpy(ends - some + chosen[rows])]
            ratio = (own - old[torch.from_numpy(rows)]).exp()
            gain = torch.from_numpy(advantages[rows])
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - options.clip, 1 + options.clip) * gain).mean()
            wrong = (value - torch.from_numpy(returns[rows]).clamp(-1, 1)).square().mean()
            entropy = -(new.exp() * new).sum() / len(rows)
            loss = policy + 0.5 * wrong - options.entropy * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
            losses.append((policy.item(), wrong.item(), entropy.item()))
    return np.mean(losses, axis=0)


def measure(agent, options, rival):
    """How often the agent wins against a bot, the agent at each seat by turns."""
    matches = options.matches
    games = quipu.vector(options.game, matches, seed=options.seed + 77, opponents=rival, iterations=200,
                         parts=options.parts, threads=options.threads)  # fmt: skip
    won, done = np.zeros(matches), np.zeros(matches, bool)
    while not done.all():
        seats = games.players.astype(int)
        games.step(agent.choose(games))
        fresh = games.ended & ~done
        share = (games.returns[np.arange(matches), seats] * (games.num_players - 1) + 1) / games.num_players
        won[fresh] = share[fresh]
        done |= games.ended
    return won.mean()


def main(given=None):
    options = arguments(given)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    game = quipu.load_game(options.game, parts=options.parts)
    options.scale = options.scale or SCALES[game.key]
    out = Path(options.out or f"{game.key}.npz")
    about = {"game": options.game, "parts": options.parts, "method": "ppo", "hidden": options.hidden}
    about["arguments"] = {name: value for name, value in vars(options).items() if name != "out"}
    net = Net(game.observation_tensor_size(), game.num_distinct_actions(), options.hidden, options.last)
    if options.resume:
        net.take_over(options.resume)
        about["method"] = f"{quipu.agents.load(options.resume).about['method']}, {about['method']}"
    optimiser = torch.optim.Adam(net.parameters(), lr=options.rate, eps=1e-5)
    rollout = Rollout(options, net)
    print(f"{game}: {sum(p.numel() for p in net.parameters()):,} weights, {game.observation_tensor_size()} figures")
    start, measured, steps = time.process_time(), -options.every, 0
    with open(out.with_suffix(".csv"), "w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(
            ["minutes", "games", "decisions", "policy_loss", "value_loss", "entropy", "matches", *options.rivals]
        )
        while True:
            minutes = (time.process_time() - start) / 60
            # By decisions the same seed repeats a run; by minutes a slower machine learns less.
            done = minutes / max(options.minutes, 1e-9) if options.steps is None else steps / options.steps
            over = done >= 1
            optimiser.param_groups[0]["lr"] = options.rate * max(0.1, 1 - 0.9 * done)
            losses = (0.0, 0.0, 0.0) if over else update(net, optimiser, options, rollout.play())
            steps += 0 if over else options.rollout * options.envs
            wins = [""] * len(options.rivals)
            if over or minutes - measured >= options.every:
                measured = minutes
                about.update(minutes=round(minutes, 1), decisions=steps, games=rollout.ended)
                agent = net.agent(about)
                agent.save(out)
                before = time.process_time()
                wins = [f"{measure(agent, options, rival):.3f}" for rival in options.rivals]
                start += time.process_time() - before  # What the bots think is not what is learnt.
            line = [f"{minutes:.2f}", rollout.ended, steps, *(f"{loss:.4f}" for loss in losses), options.matches, *wins]
            curve.writerow(line)
            file.flush()
            if wins[0]:
                won = ", ".join(f"{rival} {share}" for rival, share in zip(options.rivals, wins, strict=True))
                print(f"{minutes:6.1f} min {rollout.ended:>8} games {steps:>10} decisions; wins against {won}")
            if over:
                break
    print(f"{out} and {out.with_suffix('.csv')} are written")


if __name__ == "__main__":
    main()
