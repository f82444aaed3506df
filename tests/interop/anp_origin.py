"""Origin proofs (ANP messaging P1, appendix A) by the Agent Network Protocol's own Python package, `anp`: makes them, and judges ours. No network.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "make", "method": M, "meta": {...}, "body": {...}, "pem": PEM, "keyid": DIDURL, "created": N, "expires": N, "nonce": TEXT}
                                                  -> {"proof": {"contentDigest", "signatureInput", "signature"}}
    {"do": "judge", "proof": {...}, "method": M, "meta": {...}, "body": {...}, "document": {...}}  -> {"accepted": BOOL, "reason": TEXT}
"""

import json
import logging
import sys

from anp.proof import rfc9421_origin as origin
from cryptography.hazmat.primitives import serialization


def do_make(task):
    key = serialization.load_pem_private_key(task["pem"].encode(), None)
    options = origin.Rfc9421OriginProofGenerationOptions(task["created"], task["expires"], task["nonce"])
    made = origin.generate_rfc9421_origin_proof(
        task["method"], task["meta"], task["body"], key, task["keyid"], options=options
    )
    return {"proof": dict(made)}


def do_judge(task):
    options = origin.Rfc9421OriginProofVerificationOptions(task["meta"]["sender_did"])
    try:
        origin.verify_rfc9421_origin_proof(
            task["proof"], task["method"], task["meta"], task["body"], did_document=task["document"], options=options
        )
    except Exception as error:
        return {"accepted": False, "reason": f"{type(error).__name__}: {error}"}
    return {"accepted": True, "reason": ""}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    does = {"make": do_make, "judge": do_judge}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)
