"""A card verified and read, beside both SDKs in one run: the rows of `cargo bench -p adp-cards`, PyPI's a2a-sdk, npm's @a2a-js/sdk.

Run from the repository's root with INTEROP_NODE_MODULES set, by a Python that has tests/interop/requirements.txt. The SDKs run in turns
before and after our bench; best times count. Each engine verifies a card that it signed itself, from its text: read, canonical form,
signature. The last row is reading and checking a card: the SDKs have no rules beyond their types.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from a2a.client.card_resolver import parse_agent_card
from a2a.utils.signing import create_agent_card_signer, create_signature_verifier
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from google.protobuf.json_format import MessageToDict

SECONDS = 1.0  # of one turn
TURNS = 3  # before our bench, and as many after it
ROWS = {"verify": "verify from bytes (1.3x)", "check": "check from bytes (40 µs)"}
BARE = "bare ES256 verify"


def best_of(work):
    best = float("inf")
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def python_works(card):
    key = ec.generate_private_key(ec.SECP256R1())
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    secret = key.private_bytes(serialization.Encoding.PEM, *form)
    signer = create_agent_card_signer(secret, {"alg": "ES256", "kid": "key-1", "jku": None, "typ": "JOSE"})
    text = json.dumps({**json.loads(card), "signatures": MessageToDict(signer(parse_agent_card(json.loads(card))))["signatures"]})
    # the key as an object: reading PEM is not what is measured
    public = key.public_key()
    verify = create_signature_verifier(lambda kid, jku: public, ["ES256"])
    return {
        "verify": lambda: verify(parse_agent_card(json.loads(text))),
        "check": lambda: parse_agent_card(json.loads(card)),
    }


def ours():
    command = ["cargo", "bench", "--locked", "-p", "adp-cards", "--bench", "cards"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(output)
    times = {}
    for name, row in {**ROWS, "bare": BARE}.items():
        found = re.search(rf"^  {re.escape(row)} +([0-9.]+) µs", output, re.MULTILINE)
        if found is None:
            sys.exit(f"`{' '.join(command)}` printed no row `{row}`")
        times["adp-cards", name] = float(found[1])
    return times


def main():
    path = Path("crates/cards/benches/card.json")
    works = python_works(path.read_text(encoding="utf-8"))
    best = {(peer, name): float("inf") for peer in ("a2a-sdk (Python)", "@a2a-js/sdk") for name in ROWS}
    program = Path(__file__).with_name("bench_cards.mjs")
    with subprocess.Popen(
        ["node", program, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as node:

        def turns():
            for _ in range(TURNS):
                for name in ROWS:
                    print(name, SECONDS, file=node.stdin, flush=True)
                    peer = "@a2a-js/sdk", name
                    best[peer] = min(best[peer], float(node.stdout.readline()))
                    peer = "a2a-sdk (Python)", name
                    best[peer] = min(best[peer], best_of(works[name]))

        turns()
        best |= ours()
        turns()
        node.stdin.close()
    print(f"load average {os.getloadavg()[0]:.1f}; best time, and how many of ours; the bare check takes {best['adp-cards', 'bare']:.1f} µs")
    for name in ROWS:
        own = best["adp-cards", name]
        for engine in ("adp-cards", "@a2a-js/sdk", "a2a-sdk (Python)"):
            print(f"{name:8} {engine:18} {best[engine, name]:10.1f} µs {best[engine, name] / own:8.1f}x")


if __name__ == "__main__":
    main()
