"""The Agent Network Protocol's own package, `anp.wns`: Handles, generations and Handle documents as it reads them.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "generation", "value": VALUE}          -> TEXT, or null where it is refused
    {"do": "compare", "left": TEXT, "right": TEXT} -> -1, 0 or 1
    {"do": "handle", "text": TEXT}                 -> [LOCAL PART, DOMAIN, URL], or null
    {"do": "document", "document": OBJECT}         -> {"did", "status", "generation", "profile": BOOLEAN, "subjectType"}, or null
"""

import json
import sys

from anp.wns.exceptions import HandleValidationError
from anp.wns.models import HandleResolutionDocument, canonicalize_binding_generation, compare_binding_generations
from anp.wns.resolver import build_resolution_url
from anp.wns.validator import validate_handle


def answer(task):
    if task["do"] == "generation":
        try:
            return canonicalize_binding_generation(task["value"])
        except ValueError:
            return None
    if task["do"] == "compare":
        return compare_binding_generations(task["left"], task["right"])
    if task["do"] == "handle":
        try:
            local_part, domain = validate_handle(task["text"])
        except HandleValidationError:
            return None
        return [local_part, domain, build_resolution_url(local_part, domain)]
    try:
        document = HandleResolutionDocument.model_validate(task["document"])
    except ValueError:
        return None
    return {
        "did": document.did,
        "status": document.status.value,
        "generation": document.binding_generation,
        "profile": document.profile is not None,
        "subjectType": document.profile.subject_type.value if document.profile else None,
    }


json.dump([answer(task) for task in json.load(sys.stdin)], sys.stdout)
