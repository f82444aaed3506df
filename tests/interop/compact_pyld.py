"""Compaction and flattening of JSON-LD documents by PyPI's `pyld`, for tests/interop/compaction.rs: batch file in, answers file out.

Contexts come from the batch's files, never from the network.
"""

import json
import sys

from pyld import jsonld

from expand_pyld import attempt, loader


def answer(document, options):
    expanded, context = document["expanded"], document["context"]
    return {
        "compacted": attempt(lambda: jsonld.compact(expanded, context, {**options, "skipExpansion": True})),
        "flattened": attempt(lambda: jsonld.flatten(expanded, None, {**options, "base": ""})),
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        batch = json.load(file)
    options = {"base": batch["base"], "documentLoader": loader(batch["contexts"])}
    answers = [answer(document, options) for document in batch["documents"]]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(answers, file)


if __name__ == "__main__":
    main()
