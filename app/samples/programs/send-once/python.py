import json
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://dakiya.example/api/v1/messages/send-message",
    headers={
        "x-api-id": "dk_your_api_id",
        "x-api-key": "sk_your_api_key",
        "content-type": "application/json",
        # The same in every try: however many arrive, one message is sent.
        "idempotency-key": "order-1042-shipped",
    },
    data=json.dumps({
        "recipient": "9876543210",
        "message": "Your order has been shipped.",
    }).encode(),
)

for seconds in (0, 1, 2, 4):
    time.sleep(seconds)
    try:
        with urlopen(request, timeout=10) as response:
            data = json.load(response)["data"]
        break
    except HTTPError as error:
        if error.code < 500:
            sys.exit(json.load(error)["error"]["message"])
        print("Failed:", error, file=sys.stderr)
    except OSError as error:
        print("No answer:", error, file=sys.stderr)
else:
    sys.exit("Try again later, with the same key.")

print(data["_id"], data["status"])
