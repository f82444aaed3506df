"""What PyPI's a2a-sdk signs and verifies, for crates/cards/tests/cards/interop.rs: tasks on standard input, answers on standard output.

A card is read as the SDK's client reads one that it fetched."""

import copy
import json
import sys

from google.protobuf.json_format import MessageToDict

from a2a.client.card_resolver import parse_agent_card
from a2a.utils.signing import SignatureVerificationError, create_agent_card_signer, create_signature_verifier


def sign(task):
    header = {'alg': task['alg'], 'kid': task['kid'], 'jku': None, 'typ': 'JOSE'}
    card = create_agent_card_signer(task['secret'].encode(), header)(parse_agent_card(task['card']))
    # the card as the caller has it, with the signature that the SDK made
    return {'signatures': MessageToDict(card)['signatures']}


def verify(task):
    verifier = create_signature_verifier(lambda kid, jku: task['public'].encode(), ['ES256', 'ES256K', 'EdDSA'])
    try:
        verifier(parse_agent_card(task['card']))
        return {'verified': True}
    except SignatureVerificationError as error:
        return {'verified': False, 'error': type(error).__name__}


OPERATIONS = {'sign': sign, 'verify': verify}
json.dump([OPERATIONS[task['do']](copy.deepcopy(task)) for task in json.load(sys.stdin)], sys.stdout)
