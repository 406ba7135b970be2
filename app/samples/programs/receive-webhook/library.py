from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from dakiya import SignatureError, unwrap_webhook

secret = "whsec_your_signing_secret"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they came: JSON that is read and written again differs.
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            event = unwrap_webhook(body, self.headers, secret)
            # An event may come twice. Keep the ids that you have handled.
            print(event["id"], event["type"], flush=True)
            self.send_response(204)
        except SignatureError:
            self.send_response(400)
        self.send_header("content-length", "0")
        self.end_headers()


ThreadingHTTPServer(("", 8080), Receiver).serve_forever()
