import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://dakiya.example/api/v1/messages/send-otp",
    headers={
        "x-api-id": "dk_your_api_id",
        "x-api-key": "sk_your_api_key",
        "content-type": "application/json",
    },
    data=json.dumps({
        "recipient": "9876543210",
        "channels": [
            {"channel": "sms"},
            {"channel": "email", "to": "asha@example.com", "after": 60},
        ],
    }).encode(),
)

try:
    with urlopen(request) as response:
        data = json.load(response)["data"]
except HTTPError as error:
    sys.exit(json.load(error)["error"]["message"])

print(data["otpId"], data["sendAttempts"])
