"""Draws learning curves: how often an agent won against bots while it was trained.

    python python/train/curves.py docs/curves.svg python/train/curves/*.csv

Each file is the curve that ``ppo.py`` writes; a panel each, a line for each bot that was measured against, with
Wilson's 95 % intervals.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from leaderboard import wilson

WIDTH, HEIGHT, LEFT, FOOT, HEAD = 320, 200, 40, 32, 26
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"]
MEASURES = {"minutes", "games", "decisions", "policy_loss", "value_loss", "entropy", "matches"}


def read(path: Path) -> dict[str, list[tuple[float, float, int]]]:
    """The lines of a file: by rival, decisions in millions, the share of matches won, and how many were played."""
    with open(path, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row[next(reversed(row))]]
    rivals = [name for name in rows[0] if name not in MEASURES]
    points = {rival: [] for rival in rivals}
    for row in rows:
        for rival in rivals:
            points[rival].append((int(row["decisions"]) / 1e6, float(row[rival]), int(row["matches"])))
    return points


def panel(title: str, lines, x: int, y: int) -> list[str]:
    """One file's lines, with axes."""
    last = max(learnt for points in lines.values() for learnt, _, _ in points)
    across, down = WIDTH - LEFT - 14, HEIGHT - FOOT - HEAD

    def place(learnt, share):
        return x + LEFT + across * learnt / last, y + HEAD + down * (1 - share)

    out = [f'<text x="{x + LEFT}" y="{y + 16}" font-weight="bold">{title}</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        left, height = place(0, share)
        out.append(f'<path d="M{left:.1f} {height:.1f}h{across}" stroke="#999" stroke-width="0.5"/>')
        out.append(f'<text x="{left - 4:.1f}" y="{height + 4:.1f}" text-anchor="end">{100 * share:.0f} %</text>')
    foot = place(0, 0)[1] + 14
    out.append(f'<text x="{x + LEFT}" y="{foot:.1f}">0</text>')
    out.append(f'<text x="{x + LEFT + across}" y="{foot:.1f}" text-anchor="end">{last:.1f} M decisions</text>')
    for (rival, points), colour in zip(lines.items(), COLOURS, strict=False):
        path = "L".join("{:.1f} {:.1f}".format(*place(*point[:2])) for point in points)
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for learnt, share, matches in points:
            (left, top), (_, bottom) = (place(learnt, end) for end in reversed(wilson(share * matches, matches)))
            out.append(f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}" stroke="{colour}" opacity="0.5"/>')
        at = x + LEFT + across / 2 + COLOURS.index(colour) * 60 - 50
        out.append(f'<text x="{at:.1f}" y="{foot:.1f}" text-anchor="middle" fill="{colour}">{rival}</text>')
    return out


def main(given=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("curves", type=Path, nargs="+")
    options = parser.parse_args(given)
    rows = -(-len(options.curves) // 2)
    width, height = 2 * WIDTH, rows * HEIGHT
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/><g font-family="sans-serif" font-size="11">',
    ]
    for at, path in enumerate(options.curves):
        drawn += panel(path.stem, read(path), at % 2 * WIDTH, at // 2 * HEIGHT)
    options.out.write_text("\n".join([*drawn, "</g></svg>", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
