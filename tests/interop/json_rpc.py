"""A server of JSON-RPC 2.0 over HTTPS, for one process: methods of a hotel. Arguments: certificate, key. Prints its port, then a line for each request."""

import http.server
import json
import ssl
import sys


def search(nights, view="garden"):
    return [{"number": str(nights), "view": view}]


def book(number):
    if number == "13":
        raise LookupError({"code": 7, "message": "no such room", "data": {"number": number}})
    return {"booked": number}


METHODS = {"search": search, "book": book, "broken": lambda: "no object", "lost": lambda: None}


def answer(request):
    reply = {"jsonrpc": "2.0", "id": request.get("id")}
    method = METHODS.get(request.get("method"))
    if request.get("jsonrpc") != "2.0" or method is None:
        return {**reply, "error": {"code": -32601, "message": "Method not found"}}
    params = request.get("params", [])
    try:
        result = method(**params) if isinstance(params, dict) else method(*params)
    except LookupError as error:
        return {**reply, "error": error.args[0]}
    except TypeError as error:
        return {**reply, "error": {"code": -32602, "message": str(error)}}
    if request["method"] == "lost":
        reply["id"] = 99
    return {**reply, "result": result}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        print(json.dumps({"signed": "signature" in self.headers, "request": request}), flush=True)
        body = b"" if "id" not in request else json.dumps(answer(request)).encode()
        self.send_response(200 if body else 204)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
