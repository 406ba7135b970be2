from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

message = dakiya.messages.post({
    "content": "Your order has been shipped.",
    "recipient": "9876543210",
    "sender_id": "DAKIYA",
})
print(message["_id"], message["status"])
