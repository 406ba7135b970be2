curl --fail-with-body \
  https://dakiya.example/api/v1/messages/send-message \
  -H 'x-api-id: dk_test_your_api_id' \
  -H 'x-api-key: sk_test_your_api_key' \
  -H 'content-type: application/json' \
  -d '{"recipient": "9999900000", "message": "Hello"}'
