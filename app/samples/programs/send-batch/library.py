from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

results = dakiya.messages.send_batch({
    "messages": [
        {"recipient": "9876543210", "message": "Order 1042 has been shipped."},
        {"recipient": "9876543211", "message": "Order 1043 has been shipped."},
    ],
})
# Each message is accepted or rejected separately, in the order sent.
for result in results:
    if result["status"] == "success":
        print(result["data"]["_id"])
    else:
        print(result["error"]["message"])
