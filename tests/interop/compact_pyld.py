"""Compaction and flattening of JSON-LD documents by PyPI's `pyld`, for tests/interop/compaction/mod.rs: batch file in, answers file out.

Contexts come from the batch's files, never from the network.
"""

from pyld import jsonld

from expand_pyld import attempt, run


def answer(document, options):
    expanded, context = document["expanded"], document["context"]
    return {
        "compacted": attempt(lambda: jsonld.compact(expanded, context, {**options, "skipExpansion": True})),
        "flattened": attempt(lambda: jsonld.flatten(expanded, None, {**options, "base": ""})),
    }


if __name__ == "__main__":
    run(answer)
