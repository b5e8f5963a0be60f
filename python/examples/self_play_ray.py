"""Self-play of any size on Ray: the same script on one machine and on a cluster.

    python python/examples/self_play_ray.py --game "tikal(seats=4)" --bots greedy random random random --games 200
    python python/examples/self_play_ray.py --address auto --games 1000000 …     # on a running cluster

Matches are cut into batches, each a Ray task that plays in Rust with one core. Every match has a number, and the same
seed and number give the same match wherever it is played. Records and statistics come back as they are ready.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import time

import quipu
import ray
from tqdm import tqdm


@ray.remote(num_cpus=1)
def play(game, bots, first, games, seed, iterations, records):
    """Plays matches number `first` on."""
    import quipu

    table = quipu.load_game(game)
    return quipu.simulate(table, bots, games, seed=seed, iterations=iterations, records=records, first=first)


def batches(games, size):
    """(first match, how many) for each task."""
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def run(given):
    """Plays everything and gives the rows of all matches; records go to the file as they come."""
    seats = quipu.load_game(given.game).num_players()
    bots = given.bots or ["random"] * seats
    waiting = collections.deque(batches(given.games, given.batch))
    running, rows = {}, []
    # Twice as many tasks as cores, so that none waits for us and the scheduler is not flooded.
    most = max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))
    with contextlib.ExitStack() as stack:
        out = stack.enter_context(open(given.records, "w", encoding="utf-8")) if given.records else None
        bar = stack.enter_context(tqdm(total=given.games, unit="match"))
        while waiting or running:
            while waiting and len(running) < most:
                first, count = waiting.popleft()
                task = play.remote(given.game, bots, first, count, given.seed, given.iterations, bool(out))
                running[task] = count
            ready, _ = ray.wait(list(running), num_returns=1)
            for task in ready:
                bar.update(running.pop(task))
                for row in ray.get(task):
                    if out:
                        out.write(row[-1])
                    rows.append(row[:-1])
    return bots, rows


def report(bots, rows, seconds):
    """Prints who won how often."""
    wins, points = [0.0] * len(bots), [0] * len(bots)
    steps = 0
    for _, by_seat, scored, places, decisions, draws, _ in rows:
        winners = places.count(1)
        steps += decisions + draws
        for seat, bot in enumerate(by_seat):
            wins[bot] += (places[seat] == 1) / winners
            points[bot] += scored[seat]
    print(f"{len(rows)} matches, {steps} steps in {seconds:.1f} s: {steps / seconds:,.0f} steps/s")
    for bot, name in enumerate(bots):
        print(f"{bot} {name:<14} wins {100 * wins[bot] / len(rows):5.1f} %   {points[bot] / len(rows):7.1f} points")
    return wins


def main(arguments=None):
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tikal(seats=4)")
    parser.add_argument("--bots", nargs="*", help="a bot for each seat; they take turns at the seats")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--batch", type=int, default=10, help="matches of one task")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--iterations", type=int, default=200, help="how long bots think about a decision")
    parser.add_argument("--records", help="write all records to this .quipu file")
    parser.add_argument("--address", help="a Ray cluster ('auto' finds it); this machine without it")
    given = parser.parse_args(arguments)
    ray.init(address=given.address, log_to_driver=False, include_dashboard=False)
    try:
        start = time.perf_counter()
        bots, rows = run(given)
        return report(bots, rows, time.perf_counter() - start)
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
