from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

undelivered = dakiya.messages.list({
    "status": "undelivered",
    "from": "2026-11-20T00:00:00+05:30",
    "to": "2026-11-21T00:00:00+05:30",
})
for message in undelivered:
    print(message["_id"], message["reason"])
