url=https://dakiya.example/api/v1/messages

call() {
  curl --fail-with-body -sS "$@" \
    -H 'x-api-id: dk_your_api_id' \
    -H 'x-api-key: sk_your_api_key' \
    -H 'content-type: application/json'
}

send_and_wait() {
  message=$(call $url/send-message -d '{
    "recipient": "9876543210",
    "message": "Your order has been shipped."
  }') || { printf '%s\n' "$message"; return 1; }
  id=${message#*'"_id":"'}
  id=${id%%'"'*}

  # Ask less and less often, and no longer than a minute.
  for seconds in 1 2 4 8 16 32; do
    sleep $seconds
    message=$(call $url/$id)
    printf '%s\n' "$message"
    case $message in
      *'"status":"delivered"'*) return 0 ;;
      *'"status":"undelivered"'*) return 1 ;;
      *'"status":"failed"'* | *'"status":"expired"'*) return 1 ;;
    esac
  done
  return 1
}

send_and_wait
