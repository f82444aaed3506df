"""Expansion and RDF of JSON-LD documents by PyPI's `pyld`, for tests/interop/jsonld/mod.rs: batch file in, answers file out.

Contexts come from the batch's files, never from the network.
"""

import json
import sys

from pyld import jsonld

CANON = {"algorithm": "URDNA2015", "format": "application/n-quads"}


def loader(contexts):
    documents = {}

    def load(iri, _options):
        if iri not in contexts:
            raise jsonld.JsonLdError(f"no context {iri}", "jsonld.LoadDocumentError", code="loading remote context failed")
        if iri not in documents:
            with open(contexts[iri], encoding="utf-8") as file:
                documents[iri] = json.load(file)
        return {"contextUrl": None, "documentUrl": iri, "document": documents[iri], "contentType": "application/ld+json"}

    return load


def code_of(error):
    """The specification's error code: it stands in the outermost cause that has one."""
    while error is not None:
        if getattr(error, "code", None):
            return error.code
        error = getattr(error, "cause", None) or error.__cause__
    return "no code"


def attempt(action):
    try:
        return {"ok": action()}
    except jsonld.JsonLdError as error:
        return {"error": code_of(error)}
    except Exception as error:  # a crash is an answer too: the test lists the known ones
        return {"error": f"crash: {type(error).__name__}"}


def answer(document, options):
    source = json.loads(document["text"])
    if "expandContext" in document:
        options = {**options, "expandContext": document["expandContext"]}
    result = {
        "expanded": attempt(lambda: jsonld.expand(source, options)),
        "quads": attempt(lambda: jsonld.normalize(source, {**options, **CANON})),
    }
    if "expanded" in document:
        result["quadsOfOurExpansion"] = attempt(lambda: jsonld.normalize(document["expanded"], {**CANON, "expandContext": {"@base": None}}))
    if "nquads" in document:
        reading = {"inputFormat": "application/n-quads", **CANON}
        result["ourQuads"] = attempt(lambda: jsonld.normalize(document["nquads"], reading))
    return result


def run(answer):
    """Answers each document of the batch that the first argument names, into the file that the second one names."""
    with open(sys.argv[1], encoding="utf-8") as file:
        batch = json.load(file)
    options = {"base": batch["base"], "documentLoader": loader(batch["contexts"])}
    answers = [answer(document, options) for document in batch["documents"]]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(answers, file)


if __name__ == "__main__":
    run(answer)
