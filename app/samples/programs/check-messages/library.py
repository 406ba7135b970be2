from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

results = dakiya.dlt.check({
    "messages": [
        {
            "message": "482913 is your Acme code. Do not share it!",
            "sender_id": "ACMEIN",
        },
        {"template_id": "1107160000000000001", "variables": ["482913"]},
    ],
})
for result in results:
    print(result["verdict"], result.get("detail", ""))
