import json
import random
import sys


def choose(legal):
    """A verb at random, then one of its words."""
    verb = random.choice(sorted({word.split()[0] for word in legal}))
    return random.choice([word for word in legal if word.split()[0] == verb])


def answer(message):
    kind = message["t"]
    if kind == "hello":
        return {"t": "ready", "protocol": 1, "name": "Chancer"}
    if kind == "game":
        print(f"{message['game']}, I am {message['seat']}", file=sys.stderr)
        return {"t": "ok"}
    if kind == "choose":
        return {"t": "word", "id": message["id"], "word": choose(message["legal"])}
    if kind in ("stop", "over"):
        return None
    return {"t": "error", "id": message.get("id"), "text": f"I do not know '{kind}'"}


for line in sys.stdin:
    asked = json.loads(line)
    if asked["t"] == "quit":
        break
    told = answer(asked)
    if told is not None:
        print(json.dumps(told), flush=True)
