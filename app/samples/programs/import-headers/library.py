from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

with open("headers.csv", "rb") as file:
    result = dakiya.dlt.imports.create({
        "file": file,
        "list": "headers",
        "dry_run": True,
    })
print(result["state"], result["counts"])
