from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

recovery = dakiya.webhooks.endpoints.recover(
    "whe_your_endpoint_id",
    {"since": "2026-11-20T00:00:00+05:30"},
)
print(recovery["_id"], recovery["status"])
