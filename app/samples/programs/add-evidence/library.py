from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

with open("letter.pdf", "rb") as file:
    dakiya.dlt.headers.add_evidence("ACMEIN", {"file": file})
for header in dakiya.dlt.headers.list():
    print(header["header"], header["status"])
