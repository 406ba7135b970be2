import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = "https://dakiya.example/api/v1/messages"
FINAL = ("delivered", "undelivered", "failed", "expired")


def call(path, body=None):
    request = Request(
        f"{URL}/{path}",
        headers={
            "x-api-id": "dk_your_api_id",
            "x-api-key": "sk_your_api_key",
            "content-type": "application/json",
        },
        data=json.dumps(body).encode() if body else None,
    )
    try:
        with urlopen(request) as response:
            return json.load(response)["data"]
    except HTTPError as error:
        sys.exit(json.load(error)["error"]["message"])


message = call("send-message", {
    "recipient": "9876543210",
    "message": "Your order has been shipped.",
})

# Ask less and less often, and no longer than a minute.
for seconds in (1, 2, 4, 8, 16, 32):
    time.sleep(seconds)
    message = call(message["_id"])
    print(message["_id"], message["status"])
    if message["status"] in FINAL:
        break

sys.exit(message["status"] != "delivered")
