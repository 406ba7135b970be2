"""Sends, reads and verifies with Twilio's unmodified client, and prints the results as JSON."""

import json
import sys

from twilio.base.exceptions import TwilioRestException
from twilio.request_validator import RequestValidator
from twilio.rest import Client

url, sid, secret, to, header, signed = sys.argv[1:]
client = Client(sid, secret)
client.api.base_url = url + "/compat/twilio"
client.verify.base_url = url + "/compat/twilio"

sent = client.messages.create(to=to, from_=header, body="Your order has been shipped.")
read = client.messages(sent.sid).fetch()
listed = [one.sid for one in client.messages.list(to=to, page_size=1)]
try:
    client.messages.create(to="+9112", from_=header, body="Hello")
    refused = None
except TwilioRestException as error:
    refused = [error.status, error.code]
service = client.verify.v2.services("VA" + sid[2:])
verification = service.verifications.create(to=to, channel="sms")
check = service.verification_checks.create(to=to, code="0000")
callback = json.loads(signed)
valid = RequestValidator(secret).validate(callback["url"], callback["form"], callback["signature"])
print(
    json.dumps(
        {
            "sid": sent.sid,
            "status": sent.status,
            "created": str(type(sent.date_created).__name__),
            "read": [read.sid, read.body, read.from_, read.to],
            "listed": listed,
            "refused": refused,
            "verification": [verification.status, verification.to],
            "check": [check.status, check.valid],
            "valid": valid,
        }
    )
)
