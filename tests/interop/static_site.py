"""A plain static web server, as a host that knows nothing of agents: Python's own, behind TLS.

    static_site.py FOLDER CERT KEY [PATH=TYPE]...

Prints its port and serves until its standard input ends. PATH=TYPE gives one path a media type of its own, as a
host's configuration would; all others get Python's, which is by the file's extension.
"""

import functools
import http.server
import ssl
import sys
import threading

folder, certificate, key, *types = sys.argv[1:]
TYPES = dict(entry.split("=", 1) for entry in types)


class Handler(http.server.SimpleHTTPRequestHandler):
    def guess_type(self, path):
        return TYPES.get(self.path) or super().guess_type(path)

    def log_message(self, *_):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
