"""Flattened JSON-LD by PyPI's `pyld`, for tests/description/readers.rs: batch file in, answers file out.

Contexts come from the batch's files, never from the network.
"""

import json

from pyld import jsonld

from expand_pyld import attempt, run


def answer(document, options):
    if "expandContext" in document:
        options = {**options, "expandContext": document["expandContext"]}
    return attempt(lambda: jsonld.flatten(json.loads(document["text"]), None, options))


if __name__ == "__main__":
    run(answer)
