"""What rdflib reads in N-Quads and in Turtle or TriG.

Usage: read_rdf.py BATCH ANSWERS. The batch is a JSON array of {"nquads", "turtle"}; the answers are an array of objects of the same members, each a list of
statements: subject, predicate, object and, outside of the default graph, the graph's name, written as terms of N-Quads without escapes.
"""

import json
import logging
import sys

import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID

# lexical forms as they are written, and no word about those that are odd
rdflib.NORMALIZE_LITERALS = False
logging.disable(logging.WARNING)


def term(node):
    if isinstance(node, rdflib.BNode):
        return "_:" + str(node)
    if isinstance(node, rdflib.URIRef):
        return "<" + str(node) + ">"
    suffix = ""
    if node.language:
        suffix = "@" + node.language.lower()
    elif node.datatype and node.datatype != rdflib.XSD.string:
        suffix = "^^<" + str(node.datatype) + ">"
    return '"' + str(node) + '"' + suffix


def statements(text, form):
    dataset = rdflib.Dataset()
    dataset.parse(data=text, format=form)
    read = []
    for subject, predicate, value, graph in dataset.quads():
        name = getattr(graph, "identifier", graph)
        terms = [subject, predicate, value]
        if name is not None and name != DATASET_DEFAULT_GRAPH_ID:
            terms.append(name)
        read.append([term(node) for node in terms])
    return read


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        batch = json.load(file)
    answers = [
        {"nquads": statements(item["nquads"], "nquads"), "turtle": statements(item["turtle"], "trig")} for item in batch
    ]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(answers, file)


main()
