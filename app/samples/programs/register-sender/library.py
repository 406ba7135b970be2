from dakiya import Dakiya

dakiya = Dakiya(
    base_url="https://dakiya.example",
    api_id="dk_your_api_id",
    api_key="sk_your_api_key",
)

entity_id = "1101172974420810001"
category = "service_implicit"

dakiya.dlt.entities.create({
    "entity_id": entity_id,
    "name": "Acme Retail Private Limited",
})
dakiya.dlt.headers.create({
    "entity_id": entity_id,
    "header": "ACMEIN",
    "category": category,
})
template = dakiya.dlt.templates.create({
    "template_id": "1107160000000000001",
    "name": "Login code",
    "category": category,
    "headers": ["ACMEIN"],
    "body": "{#numeric#} is your Acme code. Do not share it.",
})
print(template["template_id"], template["warnings"])
