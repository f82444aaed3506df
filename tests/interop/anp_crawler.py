"""What the ANP SDK's crawler reads of agent descriptions: JSON list of documents on stdin, list of their interfaces on stdout."""

import json
import sys

from anp.anp_crawler.anp_parser import ANPDocumentParser

parser = ANPDocumentParser()
answers = []
for task in json.load(sys.stdin):
    parsed = parser.parse_document(task["document"], "application/json", task["url"])
    answers.append(parsed["interfaces"])
json.dump(answers, sys.stdout)
