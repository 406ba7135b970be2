curl --fail-with-body -G https://dakiya.example/api/v1/messages \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -d status=undelivered -d limit=100 \
  --data-urlencode 'from=2026-11-20T00:00:00+05:30' \
  --data-urlencode 'to=2026-11-21T00:00:00+05:30'
