curl --fail-with-body \
  https://dakiya.example/api/v1/dlt/headers/ACMEIN/evidence \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -F file=@letter.pdf

curl --fail-with-body https://dakiya.example/api/v1/dlt/headers \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key'
