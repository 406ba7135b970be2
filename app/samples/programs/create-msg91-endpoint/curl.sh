curl --fail-with-body \
  https://dakiya.example/api/v1/webhooks/endpoints \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{"url": "https://example.com/msg91", "format": "msg91"}'
