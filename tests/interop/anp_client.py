"""The client of the Agent Network Protocol's own Python package, `anp`, calls a server over TLS. Or signs only, for the caller to send.

A list of tasks comes as JSON on standard input, the list of their answers goes to standard output:

    {"do": "call", "document": FILE, "key": FILE, "mode": "http_signatures"|"legacy_didwba"|"1.0", "method": M, "url": U, "body": TEXT,
     "address": [IP, PORT], "cacert": FILE, "times": N}
                            -> {"calls": [{"status": N, "body": TEXT, "requests": N, "sent": "signature"|"didwba"|"bearer"}]}
    {"do": "sign", "document": FILE, "key": FILE, "method": M, "url": U, "body": TEXT,
     "covered": [TEXT], "created": N, "expires": N, "nonce": TEXT, "keyid": DIDURL}
                            -> {"headers": {NAME: VALUE}}
    {"do": "header", "document": FILE, "key": FILE, "audience": HOST, "nonce": TEXT}
                            -> {"headers": {"Authorization": VALUE}}

A call is what the package's `DIDWbaAuthHeader` makes of it: its headers, its answer to a 401, its token the next time. Mode 1.0 takes the header
of that version from the function under it, because the class writes 1.1 only. The connection goes to ADDRESS; the certificate is checked for
the URL's host.
"""

import http.client
import json
import logging
import socket
import ssl
import sys
from urllib.parse import urlsplit

from anp.authentication.did_wba import generate_auth_header
from anp.authentication.did_wba_authenticator import DIDWbaAuthHeader
from anp.authentication.http_signatures import generate_http_signature_headers


def send(task, headers):
    url = urlsplit(task["url"])
    context = ssl.create_default_context(cafile=task["cacert"])
    connection = http.client.HTTPSConnection(url.netloc, context=context)
    plain = socket.create_connection(tuple(task["address"]), timeout=20)
    connection.sock = context.wrap_socket(plain, server_hostname=url.hostname)
    target = url.path + ("?" + url.query if url.query else "")
    body = task["body"].encode() or None
    connection.request(task["method"], target, body=body, headers=headers)
    response = connection.getresponse()
    answer = response.status, dict(response.getheaders()), response.read().decode()
    connection.close()
    return answer


def sort_of(headers):
    value = headers.get("Authorization", "")
    return "signature" if "Signature" in headers else "bearer" if value.startswith("Bearer ") else "didwba"


def do_call(task):
    mode, url, method, body = task["mode"], task["url"], task["method"], task["body"].encode()
    client = DIDWbaAuthHeader(task["document"], task["key"], "legacy_didwba" if mode == "1.0" else mode)

    def first():
        if mode == "1.0" and urlsplit(url).hostname not in client.tokens:
            document = client._load_did_document()
            value = generate_auth_header(document, urlsplit(url).hostname, client._sign_callback, version="1.0")
            return {"Authorization": value}
        return client.get_auth_header(url, method=method, body=body)

    calls = []
    for _ in range(task.get("times", 1)):
        headers, requests = first(), 1
        status, received, text = send(task, headers)
        if status == 401 and client.should_retry_after_401(received):
            client.clear_token(url)
            headers, requests = client.get_challenge_auth_header(url, received, method=method, body=body), 2
            status, received, text = send(task, headers)
        client.update_token(url, received)
        calls.append({"status": status, "body": text, "requests": requests, "sent": sort_of(headers)})
    return {"calls": calls}


def do_sign(task):
    client = DIDWbaAuthHeader(task["document"], task["key"])
    headers = generate_http_signature_headers(
        client._load_did_document(),
        task["url"],
        task["method"],
        client._sign_callback,
        body=task["body"].encode(),
        covered_components=task.get("covered"),
        created=task.get("created"),
        expires=task.get("expires"),
        nonce=task.get("nonce"),
        keyid=task.get("keyid"),
    )
    return {"headers": headers}


def do_header(task):
    client = DIDWbaAuthHeader(task["document"], task["key"])
    value = generate_auth_header(
        client._load_did_document(), task["audience"], client._sign_callback, nonce=task.get("nonce")
    )
    return {"headers": {"Authorization": value}}


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    does = {"call": do_call, "sign": do_sign, "header": do_header}
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    json.dump([does[task["do"]](task) for task in json.load(sys.stdin)], sys.stdout, ensure_ascii=False)
