from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

message = dakiya.messages.get("msg_your_message_id")
print(message["_id"], message["status"])
for step in message["timeline"]:
    print(step["at"], step["event"])
