curl --fail-with-body -G https://dakiya.example/api/v1/messages \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -d status=delivered \
  -d limit=50

# Until "next" is null: it is where the next page begins.
curl --fail-with-body -G https://dakiya.example/api/v1/messages \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key' \
  -d status=delivered \
  -d limit=50 \
  -d after=msg_your_message_id
