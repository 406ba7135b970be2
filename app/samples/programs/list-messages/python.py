import json
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"status": "delivered", "limit": 50}
has_more = True

while has_more:
    request = Request(
        "https://dakiya.example/api/v1/messages?" + urlencode(query),
        headers={
            "x-api-id": "dk_your_api_id",
            "x-api-key": "sk_your_api_key",
        },
    )
    try:
        with urlopen(request) as response:
            page = json.load(response)
    except HTTPError as error:
        sys.exit(json.load(error)["error"]["message"])

    for message in page["data"]:
        print(message["_id"], message["recipient"])

    # The next page begins after the last message of this one.
    has_more = page["hasMore"]
    if has_more:
        query["after"] = page["data"][-1]["_id"]
