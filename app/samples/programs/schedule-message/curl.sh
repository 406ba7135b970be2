curl --fail-with-body \
  https://dakiya.example/api/v1/messages/send-message \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "recipient": "9876543210",
    "message": "Your order has been shipped.",
    "send_at": "2026-12-01T10:00:00+05:30"
  }'
