"""Makes the data folder beside this file, by a server of version 0.1 that is running on it:

    quipu serve --data data --listen 127.0.0.1:7900 --client .
    python3 make.py http://127.0.0.1:7900

An account and a guest, a match that is over, two under way, a table that waits. `expected.json` tells the test what has
to be there after an upgrade. Stop the server, then make `backup.db` with the same version.
"""

import http.cookiejar
import json
import random
import sys
import urllib.request

SERVER = sys.argv[1]
RNG = random.Random(1)


class Person:
    def __init__(self):
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.count = 0
        self.ask("/api/me")

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", "origin": SERVER}
        request = urllib.request.Request(SERVER + path, data=data, headers=headers)
        with self.opener.open(request) as answer:
            text = answer.read().decode()
        return json.loads(text) if text.startswith(("{", "[")) else text

    def do(self, table, **command):
        self.count += 1
        return self.ask(f"/api/tables/{table}/do", {"id": f"{id(self)}-{self.count}", **command})

    def cookie(self):
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def told(self):
        return {"cookie": self.cookie(), **self.ask("/api/me")}


def play(people, table, decisions):
    """Plays by chance, whoever is to act; says whether the match is over."""
    for _ in range(decisions):
        for seat, person in people.items():
            state = person.ask(f"/api/tables/{table}?as={seat}")
            if state["table"]["stage"] == {"kind": "over"}:
                return True
            offers = [offer["word"] for offer in state["game"].get("offers", [])]
            if offers and state["game"]["to_act"] == {"kind": "seat", "seat": seat}:
                person.do(table, do="play", seen=state["version"], seat=seat, word=RNG.choice(offers))
                break
    return False


def made(person, game, seats, **more):
    return person.ask("/api/tables", {"game": game, "seats": seats, **more})["id"]


ada, bob = Person(), Person()
ada.ask("/api/account", {"name": "Ada", "password": "rapa nui 1722"})
device = [{"kind": "me"}, {"kind": "device", "name": "Bea"}]
tables = {}

over = made(ada, "tongiaki", device)
ada.do(over, do="start")
assert play({"A": ada, "B": ada}, over, 2000)
tables[over] = "over"

alone = made(ada, "tikal", device)
ada.do(alone, do="start")
assert not play({"A": ada, "B": ada}, alone, 40)
tables[alone] = "playing"

both = made(ada, "thebes", [{"kind": "me"}, {"kind": "open"}], public=True)
bob.do(both, do="sit")
bob.do(both, do="chat", text="¿Quién empieza?")
ada.do(both, do="start")
assert not play({"A": ada, "B": bob}, both, 30)
tables[both] = "playing"

waits = made(ada, "inka", [{"kind": "me"}, {"kind": "open"}], public=True)
tables[waits] = "gathering"

expected = {
    "ada": {"password": "rapa nui 1722", **ada.told()},
    "bob": bob.told(),
    "tables": [
        {
            "id": table,
            "stage": stage,
            "version": ada.ask(f"/api/tables/{table}")["version"],
            "record": "" if stage == "gathering" else ada.ask(f"/api/tables/{table}/record"),
        }
        for table, stage in tables.items()
    ],
}
with open("expected.json", "w") as file:
    json.dump(expected, file, indent=1, ensure_ascii=False)
    file.write("\n")
