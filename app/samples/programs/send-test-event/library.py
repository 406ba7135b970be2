from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

event = dakiya.webhooks.endpoints.send_test(
    "whe_your_endpoint_id",
    {"type": "message.delivered"},
)
print(event["_id"], event["status"])
