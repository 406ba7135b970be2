send_once() {
  for seconds in 0 1 2 4; do
    sleep $seconds
    # The same key in every try: however many arrive, one message is sent.
    answer=$(curl -sS --max-time 10 -w '\nHTTP %{http_code}' \
      https://dakiya.example/api/v1/messages/send-message \
      -H 'x-api-id: dk_your_api_id' \
      -H 'x-api-key: sk_your_api_key' \
      -H 'content-type: application/json' \
      -H 'idempotency-key: order-1042-shipped' \
      -d '{
        "recipient": "9876543210",
        "message": "Your order has been shipped."
      }')
    printf '%s\n' "$answer"
    case $answer in
      *'HTTP 2'??) return 0 ;;
      *'HTTP 4'??) return 1 ;;
    esac
  done
  return 1
}

send_once
