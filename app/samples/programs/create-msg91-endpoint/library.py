from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

endpoint = dakiya.webhooks.endpoints.create({
    "url": "https://example.com/msg91",
    "format": "msg91",
})
print(endpoint["_id"], endpoint["secret"])
