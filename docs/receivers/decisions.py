# A consumer of decision events. Run: CHANNEL_SECRET=… COTEJO_ORIGIN=https://… COTEJO_TOKEN=… python3 decisions.py
# It needs only Python 3.9 or newer. Run it behind a proxy with HTTPS.
import hashlib
import hmac
import json
import os
import re
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["CHANNEL_SECRET"].strip().encode()
ORIGIN = os.environ["COTEJO_ORIGIN"]
TOKEN = os.environ["COTEJO_TOKEN"]
FOLDER = os.environ.get("DECISIONS_DIR", "decisions")
EVENTS = os.path.join(FOLDER, "events")
ACTED = os.path.join(FOLDER, "acted")
AGAIN_SECONDS = float(os.environ.get("AGAIN_SECONDS", "60"))
TOLERANCE_SECONDS = 5 * 60
MAX_BYTES = 64 * 1024
for folder in (EVENTS, ACTED):
    os.makedirs(folder, exist_ok=True)


def verify(header, body):
    """Whether the header has a signature of the body: HMAC-SHA256 of `<t>.<raw body>`, compared in constant time."""
    parts = [part.partition("=") for part in (header or "").split(",")]
    t = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch(r"[0-9]{1,12}", t) or abs(time.time() - int(t)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [value for name, _, value in parts if name == "v1" and re.fullmatch(r"[0-9a-f]{64}", value)]
    return any(hmac.compare_digest(value, expected) for value in given)


def write_draft(value):
    descriptor, draft = tempfile.mkstemp(dir=FOLDER)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(value, file)
        file.flush()
        os.fsync(file.fileno())
    return draft


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


# The last events that may need an action, by the path of their file, with the time of the next attempt.
waiting = {os.path.join(EVENTS, name): [read(os.path.join(EVENTS, name)), 0.0] for name in os.listdir(EVENTS)}
changed = threading.Condition()


def keep(event):
    """Events come in any order, and more than once: the event with the greatest sequence is the state."""
    name = hashlib.sha256(event["data"]["verification_id"].encode()).hexdigest() + ".json"
    path = os.path.join(EVENTS, name)
    # One event at a time: reading and replacing a file must not overlap.
    with changed:
        known = read(path)
        if known and known["data"]["sequence"] >= event["data"]["sequence"]:
            return
        os.replace(write_draft(event), path)
        waiting[path] = [event, 0.0]
        changed.notify()


def is_decision(data):
    return (
        isinstance(data.get("verification_id"), str)
        and re.fullmatch(r"dec_[0-9]+_[0-9]+", str(data.get("decision_id")))
        and isinstance(data.get("sequence"), int)
    )


def check(decision_id):
    """Facts may have changed since the event: act only on the current answer."""
    request = urllib.request.Request(
        f"{ORIGIN}/api/decisions/{decision_id}", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        # The decision was lost by a restore, or its file was erased or blocked.
        if error.code in (404, 410):
            return "gone"
        raise
    # With `checked_at` the answer does not include the newest facts that Cotejo has received.
    return "unknown" if "checked_at" in answer else answer["standing"]


def handle(event):
    """True when nothing is left to do. For the other kinds, undo an earlier action here if your system needs this."""
    data = event["data"]
    if event["kind"] not in ("review.decided", "review.approved"):
        return True
    acted = os.path.join(ACTED, data["decision_id"] + ".json")
    if os.path.exists(acted):
        return True
    standing = check(data["decision_id"])
    if standing != "valid":
        return standing == "gone"
    act(acted, data)
    return True


def act(acted, data):
    """The action: a file that only one attempt can create. Give `decision_id` to your own system as its key."""
    draft = write_draft(data)
    try:
        os.link(draft, acted)
    except FileExistsError:
        pass
    os.unlink(draft)


def work():
    while True:
        with changed:
            due = [(path, entry) for path, entry in waiting.items() if entry[1] <= time.time()]
            if not due:
                changed.wait(AGAIN_SECONDS)
                continue
        for path, entry in due:
            try:
                is_done = handle(entry[0])
            except (OSError, ValueError):
                is_done = False
            with changed:
                # A later event may have come meanwhile.
                if is_done and waiting.get(path) is entry:
                    del waiting[path]
                entry[1] = time.time() + AGAIN_SECONDS


class Consumer(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            self.answer(self.receive())
        except (OSError, ValueError):
            # An event that could not be stored is not acknowledged: Cotejo sends it again.
            self.answer(503)

    def receive(self):
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return 411
        if int(length) > MAX_BYTES:
            return 413
        body = self.rfile.read(int(length))
        if not verify(self.headers.get("Cotejo-Signature"), body):
            return 400
        event = json.loads(body)
        # A channel also carries tests, and alerts if they are chosen.
        if not event["kind"].startswith("review."):
            return 204
        if not is_decision(event["data"]):
            return 400
        keep(event)
        return 204

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    address = (os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8081")))
    server = ThreadingHTTPServer(address, Consumer)
    print(f"receiving on port {server.server_address[1]}", flush=True)
    threading.Thread(target=work, daemon=True).start()
    server.serve_forever()
