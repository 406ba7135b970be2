from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

message = dakiya.messages.send({
    "recipient": "9876543210",
    "message": "Your order has been shipped.",
    "send_at": "2026-12-01T10:00:00+05:30",
})
print(message["_id"], message["status"], message["scheduledFor"])
