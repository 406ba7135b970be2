from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

with open("templates.csv", "rb") as file:
    result = dakiya.dlt.templates.import_file({
        "file": file,
        "dry_run": True,
        "create_missing": True,
    })
print(result["state"], result["counts"])
