from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

balance = dakiya.account.get_balance()
print(balance["balance"], "messages left until", balance["valid_until"])
