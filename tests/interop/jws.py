"""JSON Web Signatures by PyPI's `joserfc`: reads a JSON array of tasks, writes a JSON array of answers.

{"do": "sign", "alg", "key" (private JWK), "typ", "payload"} -> {"compact", "detached"}
{"do": "verify", "alg", "key" (public JWK), "compact" | "detached" with "payload"} -> {"payload", "typ"} or {"refused"}
"""

import json
import sys

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OKPKey
from joserfc.jws import JWSRegistry


def import_key(jwk):
    return (OKPKey if jwk["kty"] == "OKP" else ECKey).import_key(jwk)


def answer(task):
    registry = JWSRegistry(algorithms=[task["alg"]])
    key = import_key(task["key"])
    if task["do"] == "sign":
        header = {"alg": task["alg"], "typ": task["typ"]}
        compact = jws.serialize_compact(header, task["payload"], key, registry=registry)
        return {"compact": compact, "detached": jws.detach_content(compact)}
    try:
        if "detached" in task:
            read = jws.deserialize_compact(task["detached"], key, payload=task["payload"].encode(), registry=registry)
        else:
            read = jws.deserialize_compact(task["compact"], key, registry=registry)
    except (JoseError, ValueError) as error:
        return {"refused": type(error).__name__}
    return {"payload": read.payload.decode(), "typ": read.headers().get("typ")}


json.dump([answer(task) for task in json.load(sys.stdin)], sys.stdout)
