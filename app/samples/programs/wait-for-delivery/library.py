from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

sent = dakiya.messages.send({
    "recipient": "9876543210",
    "message": "Your order has been shipped.",
})
# Asks less and less often, for a minute at most.
message = dakiya.messages.wait_for_delivery(sent["_id"])
print(message["_id"], message["status"])
if message["status"] != "delivered":
    raise SystemExit(1)
