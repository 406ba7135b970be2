import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://dakiya.example/api/v1/messages/batch",
    headers={
        "x-api-id": "dk_your_api_id",
        "x-api-key": "sk_your_api_key",
        "content-type": "application/json",
    },
    data=json.dumps({
        "messages": [
            {"recipient": "9876543210", "message": "Order 1042 is on its way."},
            {"recipient": "9876543211", "message": "Order 1043 is on its way."},
        ],
    }).encode(),
)

try:
    with urlopen(request) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    sys.exit(json.load(error)["error"]["message"])

# Each message is accepted or refused on its own, in the order sent.
for result in data:
    if result["status"] == "success":
        print(result["data"]["_id"])
    else:
        print(result["error"]["message"])
