"""Says what openapi-spec-validator finds wrong with OpenAPI documents of 3.0 and 3.1: a list of messages for each."""

import json
import sys

from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

VALIDATORS = {"3.0": OpenAPIV30SpecValidator, "3.1": OpenAPIV31SpecValidator}


def messages(document):
    found = []
    try:
        for error in VALIDATORS[document["openapi"][:3]](document).iter_errors():
            found.append(error.message)
    except Exception:  # after a finding of the schema, it walks through what the schema refuses, and fails
        if not found:
            raise
    return found


json.dump([messages(document) for document in json.load(sys.stdin)], sys.stdout)
