curl --fail-with-body -G https://dakiya.example/api/v1/analytics \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -d period=7d -d split_by=template
