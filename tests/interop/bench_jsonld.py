"""The speed table, and expansion, compaction and flattening beside json-ld, jsonld.js and pyld, in one run: see benches/README.md.

Run from the repository's root with THIRD_PARTY_VECTORS and INTEROP_NODE_MODULES set, by a Python that has
tests/interop/requirements.txt. The peers run in turns before and after `cargo bench --bench speed`; best times count.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pyld import jsonld

SECONDS = 1.0  # of one turn
TURNS = 3  # before our bench, and as many after it
SCHEMA_ORG = "https://schema.org/"
OPTIONS = {"base": "https://example.com/ad.json"}
# what is done with which document, and the rows of our bench: this crate, and the crate json-ld
ROWS = {
    "expand inline": ("read + expand (25 µs, 0.33x)", "json-ld, inline context"),
    "expand schema.org": ("read + expand (30 µs)", "json-ld, schema.org's context"),
    "compact inline": ("read + expand + compact (0.33x)", "json-ld, compacted"),
    "flatten inline": ("read + expand + flatten (0.33x)", "json-ld, flattened"),
}

ENGINES = ("this crate", "json-ld")


def specification_example():
    path = Path(os.environ["THIRD_PARTY_VECTORS"], "anp/seed-examples/ad-as-printed.not-json.txt")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() != '""']
    return "\n".join(lines) + "\n"


def run(work, document, options):
    if work == "compact":
        return jsonld.compact(document, document["@context"], options)
    if work == "flatten":
        return jsonld.flatten(document, None, options)
    return jsonld.expand(document, options)


def pyld_time(work, text, load):
    best = float("inf")
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        run(work, json.loads(text), {**OPTIONS, "documentLoader": load})
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def ours():
    command = ["cargo", "bench", "--locked", "--bench", "speed"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    print(output)
    times = {}
    for name, rows in ROWS.items():
        for engine, row in zip(ENGINES, rows):
            found = re.search(rf"^  {re.escape(row)} +([0-9.]+) µs", output, re.MULTILINE)
            if found is None:
                sys.exit(f"`{' '.join(command)}` printed no row `{row}`")
            times[engine, name] = float(found[1])
    return times


def main():
    inline = specification_example()
    documents = {"inline": inline, "schema.org": json.dumps({**json.loads(inline), "@context": SCHEMA_ORG})}
    contexts = {SCHEMA_ORG: json.loads(Path("contexts/schema-org.jsonld").read_text(encoding="utf-8"))}

    def load(iri, _options):
        return {"contextUrl": None, "documentUrl": iri, "document": contexts[iri], "contentType": "application/ld+json"}

    best = {(peer, name): float("inf") for peer in ("jsonld.js", "pyld") for name in ROWS}
    with tempfile.TemporaryDirectory() as folder:
        batch = Path(folder, "documents.json")
        batch.write_text(json.dumps({"documents": documents, "contexts": contexts}), encoding="utf-8")
        program = Path(__file__).with_name("bench_jsonld.mjs")
        with subprocess.Popen(
            ["node", program, batch], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        ) as node:

            def turns():
                for _ in range(TURNS):
                    for name in ROWS:
                        work, document = name.split()
                        print(work, document, SECONDS, file=node.stdin, flush=True)
                        best["jsonld.js", name] = min(best["jsonld.js", name], float(node.stdout.readline()))
                        best["pyld", name] = min(best["pyld", name], pyld_time(work, documents[document], load))

            turns()
            best |= ours()
            turns()
            node.stdin.close()
    print(f"from bytes, the specification's example, {len(inline.encode())} bytes: best time, and how many of ours")
    for name in ROWS:
        own = best["this crate", name]
        for engine in (*ENGINES, "jsonld.js", "pyld"):
            print(f"{name:18} {engine:12} {best[engine, name]:10.1f} µs {best[engine, name] / own:8.1f}x")


if __name__ == "__main__":
    main()
