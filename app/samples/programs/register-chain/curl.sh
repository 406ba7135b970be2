curl --fail-with-body https://dakiya.example/api/v1/dlt/chains \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "entity_id": "1101172974420810001",
    "carrier": "airtel",
    "telemarketer_ids": ["1101172974420830004"],
    "is_approved": true
  }'
