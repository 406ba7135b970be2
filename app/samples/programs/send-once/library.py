from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

# After a lost response or a 503, the library tries again with the same key.
message = dakiya.messages.send(
    {
        "recipient": "9876543210",
        "message": "Your order has been shipped.",
    },
    idempotency_key="order-1042-shipped",
)
print(message["_id"], message["status"])
