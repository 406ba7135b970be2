from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

message = dakiya.messages.send({
    "recipient": "9876543210",
    "template_id": "1107160000000000001",
    "variables": ["482913"],
})
print(message["_id"], message["content"])
