from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

chain = dakiya.dlt.chains.create({
    "entity_id": "1101172974420810001",
    "carrier": "airtel",
    "telemarketer_ids": ["1101172974420830004"],
    "is_approved": True,
})
print(chain["carrier"], chain["telemarketer_ids"])
