curl --fail-with-body -G https://dakiya.example/api/v1/messages \
  -H 'x-api-id: dk_test_your_api_id' \
  -H 'x-api-key: sk_test_your_api_key' \
  -d recipient=9999900000 -d limit=1
