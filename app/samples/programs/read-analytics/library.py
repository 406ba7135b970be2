from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

figures = dakiya.account.get_analytics({
    "period": "7d",
    "split_by": "template",
})
print(figures["total"], figures["parts"])
