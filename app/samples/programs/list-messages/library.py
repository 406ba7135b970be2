from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

# The next pages are fetched when they are needed.
for message in dakiya.messages.list({"status": "delivered", "limit": 50}):
    print(message["_id"], message["recipient"])
