#!/usr/bin/env python3
"""Writes box.toml from the shared description of the game's components.

usage: make_box.py PATH/inka.json > box.toml

Kept so that the box can be made again; whoever owns the game corrects box.toml itself.
"""

import json
import sys

GLYPHS = {"start_exit": "S", "secret_passage": "P", "rhombus_symbol": "R"}

HEAD = """\
# The box of Inka. Correct it by your own copy of the game, then: quipu box check box.toml
#
# Where it is from:
#   the book's words     13 path rhombi, 3 goal rhombi in the middle, a board of six elements cut into triangles of
#                        floor and ruin, four exits, start cells, secret passages, rhombus symbols
#   the book's pictures  a hexagon of side 4 (96 cells), four starts, which are the exits
#   reconstructed        which cells are ruin, where the starts, passages and symbols are, what is printed on the rhombi
#   chosen               the walls between the goals
#   assumed              nothing is printed on the borders of the board
# No other source was to be had.
"""

BOARD = """
# The hall, strip by strip from the top, each triangle one sign, from left to right. In the four upper strips the
# first triangle points up, in the four lower ones down.
#   . floor    # ruin    S start and exit    P secret passage    R rhombus symbol
[board]
rows = [
{rows}
]
# Printed on the border between two cells, as pairs such as ["u0,1", "d0,1"].
walls = [{walls}]
snakes = [{snakes}]

[starts]
{starts}

# A face: what is on the sides PQ, QR, RS and SP, and across the middle.
#   . open    W wall    S snake
# Corners go counter-clockwise. P is the tip of half A, R the tip of half B. The first cell is under half A.
"""


def name(cell):
    """The cell's name in the game: U:0:3 is u0,3."""
    kind, q, r = cell.split(":")
    return f"{kind.lower()}{q},{r}"


def place(cell):
    """The row from the top and the column from the left."""
    kind, q, r = cell.split(":")
    q, r = int(q), int(r)
    return 3 - r, 2 * q + r + (8 if kind == "U" else 9)


def rows(cells):
    """The hall as eight texts."""
    grid = [[" "] * 15 for _ in range(8)]
    for cell in cells:
        row, column = place(cell["id"])
        ground = "#" if cell["ground"] == "ruin" else "."
        grid[row][column] = GLYPHS[cell["special"]] if "special" in cell else ground
    return "\n".join(f'    "{"".join(row)}",' for row in grid)


def pairs(borders):
    """Pairs of neighbouring cells."""
    return ", ".join(f'["{name(a)}", "{name(b)}"]' for a, b in borders)


def rhombus(kind, item):
    """One rhombus."""
    cells = ", ".join(f'"{name(cell)}"' for cell in item.get("cells", []))
    where = f"cells = [{cells}]\n" if cells else ""
    return f'[[{kind}]]\nid = "{item["id"]}"\n{where}sides = "{item["sides"]}"\nmiddle = "{item["middle"]}"\n'


def main():
    """Reads the description and prints the box."""
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    starts = "\n".join(f'{start["name"].lower()} = "{name(start["cell"])}"' for start in data["starts"])
    board = BOARD.format(
        rows=rows(data["cells"]),
        walls=pairs(data["board_walls"]),
        snakes=pairs(data["board_snakes"]),
        starts=starts,
    )
    goals = "\n".join(rhombus("goals", item) for item in data["goal_rhombi"])
    paths = "\n".join(rhombus("paths", item) for item in data["path_rhombi"])
    print(f"{HEAD}{board}\n{goals}\n{paths}", end="")


if __name__ == "__main__":
    main()
