curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/entities \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "entity_id": "1101172974420810001",
    "name": "Acme Retail Private Limited"
  }'

curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/headers \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "entity_id": "1101172974420810001",
    "header": "ACMEIN",
    "category": "service_implicit"
  }'

curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/templates \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "template_id": "1107160000000000001",
    "name": "Login code",
    "category": "service_implicit",
    "headers": ["ACMEIN"],
    "body": "{#numeric#} is your Acme code. Do not share it."
  }'
