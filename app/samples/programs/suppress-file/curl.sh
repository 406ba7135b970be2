curl --fail-with-body \
  https://dakiya.example/api/v1/suppressions/import \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -F file=@opted-out.csv -F 'reason=Opted out'
