curl --fail-with-body \
  https://dakiya.example/api/v1/erasures \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{"recipient": "9876543210"}'
