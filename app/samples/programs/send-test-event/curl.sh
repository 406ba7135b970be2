endpoint='whe_your_endpoint_id'

curl --fail-with-body \
  "https://dakiya.example/api/v1/webhooks/endpoints/$endpoint/test" \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{"type": "message.delivered"}'
