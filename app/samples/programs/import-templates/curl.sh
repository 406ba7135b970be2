curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/templates/import \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -F file=@templates.csv -F dry_run=true -F create_missing=true
