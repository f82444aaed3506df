"""What Python's JSON-LD readers make of agent descriptions, for tests/description/readers/mod.rs.

Usage: read_descriptions.py READER BATCH ANSWERS, where READER is pyld, rdflib or oxigraph. Each answer is a list of readings, one for each group of bases with
the same result: {"bases": [NUMBER], "quads": [[SUBJECT, PREDICATE, OBJECT]]} or {"bases": [NUMBER], "error": TEXT}. An IRI is "<…", a blank node "_:…", and a literal a list
of its value and its datatype. Contexts come from the batch's files, never from the network.
"""

import itertools
import json
import logging
import sys

from expand_pyld import loader

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def pyld_reader(contexts):
    from pyld import jsonld

    load = loader(contexts)

    def term(node):
        if node["type"] == "IRI":
            return "<" + node["value"]
        if node["type"] == "blank node":
            return node["value"]
        return [node["value"], node["datatype"]]

    def read(document, base):
        options = {"base": base, "documentLoader": load}
        if "expandContext" in document:
            options["expandContext"] = document["expandContext"]
        dataset = jsonld.to_rdf(json.loads(document["text"]), options)
        return [
            [term(triple["subject"]), term(triple["predicate"]), term(triple["object"])]
            for triples in dataset.values()
            for triple in triples
        ]

    return read


def rdflib_reader(contexts):
    import rdflib
    from rdflib.plugins.parsers import jsonld as parser
    from rdflib.plugins.shared.jsonld import context as context_module

    # lexical forms as they are written, and no word about those that are odd
    rdflib.NORMALIZE_LITERALS = False
    logging.disable(logging.WARNING)
    sources = {}
    for iri, file in contexts.items():
        with open(file, encoding="utf-8") as opened:
            sources[iri] = json.load(opened)

    def load(source, *_args, **_options):
        return sources[source], None

    context_module.source_to_json = load
    counter = itertools.count()
    # names that are the same for each base
    parser.BNode = lambda value=None: rdflib.BNode(value if value is not None else f"b{next(counter)}")

    def term(node):
        if isinstance(node, rdflib.BNode):
            return "_:" + str(node)
        if isinstance(node, rdflib.URIRef):
            return "<" + str(node)
        return [str(node), str(node.datatype or "")]

    def read(document, base):
        nonlocal counter
        counter = itertools.count()
        context = sources[document["expandContext"]] if "expandContext" in document else None
        dataset = rdflib.Dataset()
        parser.to_rdf(json.loads(document["text"]), dataset, base, context)
        return [[term(node) for node in quad[:3]] for quad in dataset.quads()]

    return read


def oxigraph_reader(contexts):
    import pyoxigraph

    sources = {}
    for iri, file in contexts.items():
        with open(file, encoding="utf-8") as opened:
            sources[iri] = json.load(opened)["@context"]

    # pyoxigraph loads no contexts: those that a document names are written into it
    def embedded(context):
        if isinstance(context, list):
            return [embedded(entry) for entry in context]
        return sources.get(context, context) if isinstance(context, str) else context

    def term(node):
        if isinstance(node, pyoxigraph.NamedNode):
            return "<" + node.value
        if isinstance(node, pyoxigraph.BlankNode):
            return "_:" + node.value
        return [node.value, node.datatype.value]

    def read(document, base):
        source = json.loads(document["text"])
        if "expandContext" in document:
            source["@context"] = sources[document["expandContext"]]
        elif "@context" in source:
            source["@context"] = embedded(source["@context"])
            if isinstance(source.get("proof"), dict) and "@context" in source["proof"]:
                source["proof"]["@context"] = embedded(source["proof"]["@context"])
        text = json.dumps(source)
        quads = pyoxigraph.parse(text, pyoxigraph.RdfFormat.JSON_LD, base_iri=base)
        names = {}

        def name(node):
            found = term(node)
            if isinstance(found, str) and found.startswith("_:"):
                return names.setdefault(found, f"_:b{len(names)}")
            return found

        return [[name(quad.subject), name(quad.predicate), name(quad.object)] for quad in quads]

    return read


READERS = {"pyld": pyld_reader, "rdflib": rdflib_reader, "oxigraph": oxigraph_reader}


def readings(read, document, bases):
    groups = {}
    for number, base in enumerate(bases):
        try:
            reading = {"quads": read(document, base)}
        except Exception as error:  # a crash is an answer too
            reading = {"error": f"{type(error).__name__}: {error}"[:300]}
        group = groups.setdefault(json.dumps(reading), {"bases": [], **reading})
        group["bases"].append(number)
    return list(groups.values())


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        batch = json.load(file)
    read = READERS[sys.argv[1]](batch["contexts"])
    answers = [readings(read, document, batch["bases"]) for document in batch["documents"]]
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        json.dump(answers, file)


main()
