curl --fail-with-body \
  https://dakiya.example/api/v1/messages/batch \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "messages": [
      {
        "recipient": "9876543210",
        "message": "Order 1042 is on its way."
      },
      {
        "recipient": "9876543211",
        "message": "Order 1043 is on its way."
      }
    ]
  }'
