"""The server's HTTP interface, tried by schemathesis against its own description.

`cargo xtask test` tries a few requests of each kind, `cargo xtask soak` many (QUIPU_API_EXAMPLES). QUIPU_BIN is the
server; without it there is nothing to try.
"""

import os
import pathlib
import re
import subprocess
import sys
import typing
import urllib.request

import pytest

EXAMPLES = int(os.environ.get("QUIPU_API_EXAMPLES", "5"))

# All values at the edges of their types take a minute: they are for long runs.
PHASES = "fuzzing" if EXAMPLES < 20 else "examples,coverage,fuzzing"

HERE = pathlib.Path(__file__).parent


class Server(typing.NamedTuple):
    """A server that runs, and where its data lie."""

    url: str
    data: str

    def cookie(self, path, body=None):
        """Asks for something, and gives the cookie that comes back."""
        request = urllib.request.Request(f"{self.url}{path}", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return answer.headers["set-cookie"].split(";")[0]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    program = os.environ.get("QUIPU_BIN")
    if not program:
        pytest.skip("QUIPU_BIN does not say where the server is")
    generous = ["requests-per-second", "logins-per-minute", "guests-per-minute", "tables-per-guest"]
    limits = [word for name in generous for word in (f"--{name}", "1000000")]
    data = str(tmp_path_factory.mktemp("data"))
    command = [program, "serve", "--listen", "127.0.0.1:0", "--data", data, *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        greeting = next(line for line in running.stdout if "Quipu is at" in line)
        yield Server(re.search(r"http://[0-9.:]+", greeting).group(), data)
        running.terminate()


def try_out(url, *arguments):
    """Runs schemathesis with its default checks."""
    program = pathlib.Path(sys.executable).with_name("st")
    command = [program, "--config-file", HERE / "schemathesis.toml", "run", f"{url}/api/openapi.json", "--url", url]
    command += ["--max-examples", str(EXAMPLES), "--seed", "1", "--phases", PHASES, "--warnings", "off"]
    command += ["--generation-database", "none", "--continue-on-failure", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# With these somebody would no longer be who they were for the requests that follow.
ENDS = ["--exclude-path", "/api/logout", "--exclude-path", "/api/account", "--exclude-operation-id", "leave"]


def test_a_guest_is_answered_as_described(server):
    try_out(server.url, "--header", f"Cookie: {server.cookie('/api/me')}", *ENDS)


def test_a_host_is_answered_as_described(server):
    cookie = server.cookie("/api/account", b'{ "name": "Ana", "password": "correct horse" }')
    command = [os.environ["QUIPU_BIN"], "admin", "host", "Ana", "--data", server.data]
    subprocess.run(command, check=True, capture_output=True)
    try_out(server.url, "--header", f"Cookie: {cookie}", "--include-path-regex", "^/api/host", *ENDS)


def test_nobody_is_answered_as_described(server):
    try_out(server.url)
