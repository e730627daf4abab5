# A receiver of webhook deliveries. Run: WEBHOOK_SECRET=… python3 receiver.py
# It needs only Python 3.9 or newer. Run it behind a proxy with HTTPS.
import hashlib
import hmac
import os
import re
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].strip().encode()
FOLDER = os.environ.get("DELIVERIES_DIR", "deliveries")
TOLERANCE_SECONDS = 5 * 60
MAX_BYTES = 1024 * 1024
os.makedirs(FOLDER, exist_ok=True)


def verify(header, body):
    """The signature that matches, or None: HMAC-SHA256 of `<t>.<raw body>`, compared in constant time."""
    parts = [part.partition("=") for part in (header or "").split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", t) or abs(time.time() - int(t)) > TOLERANCE_SECONDS:
        return None
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [value for name, _, value in parts if name == "v1" and re.fullmatch(r"[0-9a-f]{64}", value)]
    return next((value for value in given if hmac.compare_digest(value, expected)), None)


def store(signature, body):
    """Stores a delivery on disk before the answer. A copy has the same signature, so it replaces the file by an equal file."""
    descriptor, draft = tempfile.mkstemp(dir=FOLDER)
    with os.fdopen(descriptor, "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, os.path.join(FOLDER, signature + ".json"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            self.answer(self.receive())
        except OSError:
            # A delivery that could not be stored is not acknowledged: the service sends it again.
            self.answer(503)

    def receive(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return 411
        if int(length) > MAX_BYTES:
            return 413
        # The raw bytes: no code may parse them before the signature is verified.
        body = self.rfile.read(int(length))
        signature = verify(self.headers.get("Svc-Signature"), body)
        if signature is None:
            return 400
        store(signature, body)
        # The delivery is stored: acknowledge it now, and process the folder afterwards.
        return 204

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    address = (os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8080")))
    server = ThreadingHTTPServer(address, Receiver)
    print(f"receiving on port {server.server_address[1]}", flush=True)
    server.serve_forever()
