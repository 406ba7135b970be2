import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://dakiya.example/api/v1/messages/msg_your_message_id",
    headers={
        "x-api-id": "dk_your_api_id",
        "x-api-key": "sk_your_api_key",
    },
)

try:
    with urlopen(request) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    sys.exit(json.load(error)["error"]["message"])

print(data["_id"], data["status"])
for entry in data["timeline"]:
    print(entry["at"], entry["event"])
