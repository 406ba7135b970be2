import base64
import hashlib
import hmac
import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = "whsec_your_signing_secret"
key = base64.b64decode(secret.removeprefix("whsec_"))
tolerance_seconds = 300


def is_from_dakiya(headers, body):
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal():
        return False
    if abs(time.time() - int(timestamp)) > tolerance_seconds:
        return False

    signed = f"{event_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # There are several while a secret is being rotated: one must match.
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(s.encode(), expected) for s in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        # The bytes as they came: JSON that is read and written again differs.
        # Events are far smaller; a longer body only fails the check.
        body = self.rfile.read(min(length, 1_000_000))
        if not is_from_dakiya(self.headers, body):
            self.answer(400)
            return
        event = json.loads(body)
        # An event may come twice. Keep the ids that you have handled.
        event_id = self.headers["webhook-id"]
        status = event["data"].get("status", "")
        print(event_id, event["type"], status, flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()


ThreadingHTTPServer(("", 8080), Receiver).serve_forever()
