curl --fail-with-body \
  https://dakiya.example/api/v1/messages/msg_your_message_id \
  -H 'x-api-id: dk_your_api_id' \
  -H 'x-api-key: sk_your_api_key'
