"""Runs flows of agents.json files without this repository's code: PyPI's `agentsjson`, the format's reference implementation.

Reads a JSON array of tasks, {agentsJson, flow, arguments, auth, port}, and writes an array of answers, {output} or {error}. Its hand-written clients name hosts of
their own; all of them get connections to the task's port on loopback, and nothing else.
"""

import contextlib
import io
import json
import sys

import urllib3
from agentsjson.core.executor import execute
from agentsjson.core.models.auth import AuthConfigBuilder
from agentsjson.core.models.schema import AgentsJson
from agentsjson.core.models.tools import ToolFormat


class Attributes(dict):
    """The answer of a model, as its client gives it."""

    __getattr__ = dict.__getitem__


def answer_of_a_model(flow, arguments):
    call = Attributes(function=Attributes(name=flow, arguments=arguments))
    return Attributes(choices=[Attributes(message=Attributes(tool_calls=[call], content=None))])


def run(task):
    pool = urllib3.HTTPConnectionPool("127.0.0.1", task["port"], retries=False)
    urllib3.PoolManager.connection_from_host = lambda *_, **__: pool
    try:
        flows = AgentsJson(**json.loads(task["agentsJson"]))
        auth = AuthConfigBuilder(auth_config=task["auth"]).auth_config
        answer = answer_of_a_model(task["flow"], json.dumps(task["arguments"]))
        with contextlib.redirect_stdout(io.StringIO()):
            return {"output": execute(flows, answer, ToolFormat.OPENAI, auth)}
    except Exception as error:  # whatever it is, the next task is another one's
        return {"error": f"{type(error).__name__}: {error}"}


json.dump([run(task) for task in json.load(sys.stdin)], sys.stdout, default=str)
