from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

with open("opted-out.csv", "rb") as file:
    result = dakiya.suppressions.import_file({
        "file": file,
        "reason": "Opted out",
    })
print(result)
