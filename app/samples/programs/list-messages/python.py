import json
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"status": "delivered", "limit": 50}
more = True

while more:
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

    # Where the next page begins; None at the end.
    more = page["next"] is not None
    if more:
        query["after"] = page["next"]
