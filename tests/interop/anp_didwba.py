"""The `DIDWba` header and JSON of the Agent Network Protocol's own Python package, `anp`: makes them, and judges ours. No network.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output. FORM is "header" or "json":

    {"do": "make", "form": FORM, "document": {...}, "pem": PEM, "audience": HOST, "version": "1.0"|"1.1"}   -> {"value": TEXT}
    {"do": "judge", "form": FORM, "document": {...}, "value": TEXT, "audience": HOST}   -> {"accepted": BOOL, "reason": TEXT}
"""

import json
import logging
import sys

from anp.authentication import did_wba
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

MAKE = {"header": did_wba.generate_auth_header, "json": did_wba.generate_auth_json}
JUDGE = {"header": did_wba.verify_auth_header_signature, "json": did_wba.verify_auth_json_signature}


def do_make(task):
    key = serialization.load_pem_private_key(task["pem"].encode(), None)

    def sign(content, _):
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return key.sign(content)
        return key.sign(content, ec.ECDSA(hashes.SHA256()))

    return {"value": MAKE[task["form"]](task["document"], task["audience"], sign, task["version"])}


def do_judge(task):
    accepted, reason = JUDGE[task["form"]](task["value"], task["document"], task["audience"])
    return {"accepted": accepted, "reason": reason}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    does = {"make": do_make, "judge": do_judge}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)
