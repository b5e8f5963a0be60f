#!/usr/bin/env python3
"""Writes box.toml from the collected facts about the cards (JSON): make_box.py FACTS.json > box.toml

Run once; since then box.toml is the source, and owners of the game correct it there. Kept so that everybody can see
how the two hang together. Standard library only.
"""

import json
import sys

HEAD = """\
# The box of Thebes: The Tomb Raiders (2012), as far as it is known.
#
# Owners of the game: correct what is wrong, then run `quipu box check FILE` and play with `--box FILE`.
# Every entry says where it is from: "book" if the rule book has every number of it, "reconstructed" if at least one
# number is a guess; the note tells which. Entries whose words would be equal need a suffix, such as
# suffix = "3w" for a congress of three weeks (its word is then congress-3w).
#
# 168 small cards: 5 professors, 79 with a green back, 21 with the back of each of the four regions.
"""


def value(item):
    if isinstance(item, str):
        return json.dumps(item, ensure_ascii=False)
    if isinstance(item, dict):
        return "{ " + ", ".join(f"{key} = {value(each)}" for key, each in item.items()) + " }"
    if isinstance(item, list):
        return "[" + ", ".join(value(each) for each in item) + "]"
    return str(item)


def rows(name, comment, items):
    print(f"\n# {comment}\n{name} = [")
    for item in items:
        print(f"    {value({key: each for key, each in item.items() if each is not None})},")
    print("]")


def guess(note=None):
    return {"from": "reconstructed", "note": note}


def book(note=None):
    return {"from": "book", "note": note}


def main(path):
    with open(path, encoding="utf-8") as file:
        facts = json.load(file)
    green, piles = facts["green_cards"], facts["region_piles"]
    print(HEAD, end="")
    rows(
        "permits",
        "Dig permits that each player gets: for each region, and generic ones (H1).",
        [
            {"seats": int(seats), "region": each["each_region"], "generic": each["generic"], **book()}
            for seats, each in facts["permits_per_player"].items()
        ],
    )
    rows(
        "professors",
        "The knowledge that a professor asks for, and the points they bring (H14, H15).",
        [
            {
                "of": each.get("region", "greatest"),
                "knowledge": each["threshold"],
                "points": each["vp"],
                **guess("the knowledge is in the book, the points are not"),
            }
            for each in green["professors"]
        ],
    )
    rows(
        "knowledge",
        "Knowledge of a region: weeks to take it, and how many there are.",
        [{**each, **guess("the values 1 to 3 are in the book")} for each in green["knowledge"]],
    )
    rows("general", "General knowledge.", [{**each, **guess()} for each in green["general_knowledge"]])
    rows(
        "congress",
        "Congress cards.",
        [{**each, **guess("the book's table of points ends at 7 cards")} for each in green["congress"]],
    )
    short = {"generic_dig": "dig", "tomb_raider": "raider"}
    notes = {
        "generic_dig": "that playing costs no weeks is in the book",
        "thief": "one per region is in the book",
        "tomb_raider": "one per region is in the book",
        "assistant": "the book says only of the dig card that playing it is free",
    }
    rows(
        "actions",
        "Action cards: weeks to take and weeks to play (H10).",
        [
            {
                "kind": short.get(each["kind"], each["kind"]),
                "region": each.get("region"),
                "take": each["take_weeks"],
                "play": each["play_weeks"],
                "count": each["count"],
                **guess(notes.get(each["kind"])),
            }
            for each in green["actions"]
        ],
    )
    rows(
        "exhibitions",
        "Exhibitions: three levels, each with the weeks and the artifacts it asks for (H7).",
        [
            {
                "name": each["id"].replace("_", "-"),
                "points": each["vp"],
                "levels": [{"weeks": level["weeks"], **level["need"]} for level in each["levels"]],
                **guess("levels and weeks are the book's example" if "seed" in each["sure"] else None),
            }
            for each in green["exhibitions"]
        ],
    )
    rows(
        "museums",
        "Museums: artifacts to donate (H8).",
        [
            {**dict(donate=each["donate"], points=each["vp"], weeks=each["weeks"], count=each["count"]), **guess()}
            for each in green["museums"]
        ],
    )
    rows(
        "artifacts",
        "Artifacts in the region piles.",
        [
            {"region": region, "name": each["name"], "points": each["vp"], **guess()}
            for region in facts["regions"]
            for each in piles[region]["artifacts"]
        ],
    )
    rows(
        "knowledge_finds",
        "Knowledge that lies in a pile (H17), of a region or general.",
        [
            {"pile": region, "of": each.get("region", "general"), "value": each["value"], "count": 1, **guess()}
            for region in facts["regions"]
            for each in piles[region]["knowledge_finds"]
        ],
    )
    rows(
        "substitutes",
        "Artifacts that lie there instead with knowledge_finds=off.",
        [{"pile": region, "points": points, **guess()} for region in facts["regions"] for points in (2, 3)],
    )
    rows(
        "rubble",
        "Rubble in the piles.",
        [{"pile": region, "count": piles[region]["rubble"], **guess()} for region in facts["regions"]],
    )
    print("\n# Points for 0, 1, 2, … congress cards (H20).\n[congress_points]")
    print(f'values = {value(facts["congress_points"])}\nfrom = "book"')
    tables = [
        (
            "default",
            "dig_table",
            "smoothed so that more weeks and more knowledge never give fewer: gaps filled, "
            "eight printed cells of rows 5, 6, 8 and 12 moved or raised",
        ),
        (
            "literal",
            "dig_table_literal",
            "every printed cell where it stands, gaps filled from the row above, row 12 "
            "raised to row 11: three printed cells differ",
        ),
    ]
    for name, key, note in tables:
        print(f"\n# Cards by weeks (rows 1 to 12) and knowledge (columns 1 to 12), H16 and H18.\n[dig_table.{name}]")
        print("rows = [")
        for row in facts[key]["values"]:
            print(f"    {value(row)},")
        print(f']\nfrom = "reconstructed"\nnote = {value(note)}')


if __name__ == "__main__":
    main(sys.argv[1])
