from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

erasure = dakiya.privacy.erase({"recipient": "9876543210"})
print(erasure["_id"], erasure["status"])
