from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

endpoint = dakiya.webhooks.endpoints.create({
    "url": "https://example.com/webhooks/dakiya",
    "types": ["message.delivered", "message.undelivered"],
})
print(endpoint["_id"], endpoint["secret"])
