from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_test_your_api_id",
    api_key="sk_test_your_api_key",
)

query = {"recipient": "9999900000", "limit": 1}
page = dakiya.messages.list(query).page()
print(page.data[0]["content"] if page.data else "No message.")
