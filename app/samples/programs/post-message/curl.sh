curl --fail-with-body \
  https://dakiya.example/api/v1/message \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "content": "Your order has been shipped.",
    "recipient": "9876543210",
    "sender_id": "DAKIYA"
  }'
