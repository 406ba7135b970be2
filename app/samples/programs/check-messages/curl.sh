curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/check \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -H 'content-type: application/json' \
  -d '{
    "messages": [
      {
        "message": "482913 is your Acme code. Do not share it!",
        "sender_id": "ACMEIN"
      },
      {
        "template_id": "1107160000000000001",
        "variables": ["482913"]
      }
    ]
  }'
