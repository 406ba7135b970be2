curl --fail-with-body https://dakiya.example/api/v1/dlt/imports \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -F file=@headers.csv -F list=headers -F dry_run=true
