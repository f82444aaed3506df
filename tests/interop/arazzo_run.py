"""Runs workflows without this repository's code: PyPI's `arazzo-runner`.

Reads a JSON array of tasks, {arazzo, openapi (texts, JSON or YAML), workflow, inputs}, and writes an array of answers, {status, outputs} or {error}.
What is sent is seen by the servers that the OpenAPI documents name.
"""

import json
import logging
import sys

import yaml
from arazzo_runner import ArazzoRunner

logging.disable(logging.CRITICAL)


def run(task):
    document = yaml.safe_load(task["arazzo"])
    sources = {document["sourceDescriptions"][0]["name"]: yaml.safe_load(task["openapi"])}
    try:
        runner = ArazzoRunner(arazzo_doc=document, source_descriptions=sources)
        ended = runner.execute_workflow(task["workflow"], task["inputs"])
    except Exception as error:  # whatever it is, the next task is another one's
        return {"error": str(error)}
    return {"status": str(ended.status), "outputs": ended.outputs}


json.dump([run(task) for task in json.load(sys.stdin)], sys.stdout)
