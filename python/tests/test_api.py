"""The server's HTTP interface, tried by schemathesis against its own description.

`cargo xtask test` tries a few requests of each kind, `cargo xtask soak` many (QUIPU_API_EXAMPLES). QUIPU_BIN is the
server; without it there is nothing to try.
"""

import os
import pathlib
import re
import subprocess
import sys
import urllib.request

import pytest

EXAMPLES = int(os.environ.get("QUIPU_API_EXAMPLES", "5"))

# All values at the edges of their types take a minute: they are for long runs.
PHASES = "fuzzing" if EXAMPLES < 20 else "examples,coverage,fuzzing"

HERE = pathlib.Path(__file__).parent


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    program = os.environ.get("QUIPU_BIN")
    if not program:
        pytest.skip("QUIPU_BIN does not say where the server is")
    generous = ["requests-per-second", "logins-per-minute", "guests-per-minute", "tables-per-guest"]
    limits = [word for name in generous for word in (f"--{name}", "1000000")]
    command = [program, "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path_factory.mktemp("data")), *limits]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        greeting = next(line for line in running.stdout if "Quipu is at" in line)
        yield re.search(r"http://[0-9.:]+", greeting).group()
        running.terminate()


def try_out(url, *arguments):
    """Runs schemathesis with its default checks."""
    program = pathlib.Path(sys.executable).with_name("st")
    command = [program, "--config-file", HERE / "schemathesis.toml", "run", f"{url}/api/openapi.json", "--url", url]
    command += ["--max-examples", str(EXAMPLES), "--seed", "1", "--phases", PHASES, "--warnings", "off"]
    command += ["--generation-database", "none", "--continue-on-failure", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_guest_is_answered_as_described(server):
    with urllib.request.urlopen(f"{server}/api/me") as me:
        cookie = me.headers["set-cookie"].split(";")[0]
    # With these a guest would no longer be who they were for the requests that follow.
    ends = ["--exclude-path", "/api/logout", "--exclude-path", "/api/account", "--exclude-operation-id", "leave"]
    try_out(server, "--header", f"Cookie: {cookie}", *ends)


def test_nobody_is_answered_as_described(server):
    try_out(server)
