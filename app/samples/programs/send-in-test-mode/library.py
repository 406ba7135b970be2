from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_test_your_api_id",
    api_key="sk_test_your_api_key",
)

message = dakiya.messages.send({
    "recipient": "9999900000",
    "message": "Hello",
})
print(message["_id"], message["livemode"])
