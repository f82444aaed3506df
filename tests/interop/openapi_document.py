"""Says what openapi-spec-validator finds wrong with OpenAPI documents: a list of messages for each."""

import json
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator

documents = json.load(sys.stdin)
answers = [[error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] for document in documents]
json.dump(answers, sys.stdout)
