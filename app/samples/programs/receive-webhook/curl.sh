#!/bin/sh
# A CGI program (RFC 3875): Apache, lighttpd or nginx with fcgiwrap run it for
# each request. It needs openssl, and gives it the secret as an argument, which
# other users of the machine can see.
secret='whsec_your_signing_secret'
tolerance_seconds=300

respond() {
  printf 'Status: %s\r\nContent-Type: text/plain\r\n\r\n%s\n' "$1" "$2"
  exit
}

body=$(mktemp)
trap 'rm -f "$body"' EXIT
# The bytes as they came: a variable of the shell would lose some of them.
head -c "${CONTENT_LENGTH:-0}" > "$body"

case $HTTP_WEBHOOK_TIMESTAMP in
  '' | 0* | *[!0-9]* | ????????????*) respond 400 'The timestamp is wrong.' ;;
esac
age=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
if [ "${age#-}" -gt "$tolerance_seconds" ]; then
  respond 400 'The timestamp is too old.'
fi

key=$(printf %s "${secret#whsec_}" | openssl base64 -d -A \
  | od -An -v -tx1 | tr -d ' \n')
expected=$({
  printf '%s.%s.' "$HTTP_WEBHOOK_ID" "$HTTP_WEBHOOK_TIMESTAMP"
  cat "$body"
} | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary \
  | openssl base64 -A)

# There are several while a secret is being rotated: one must match.
case " $HTTP_WEBHOOK_SIGNATURE " in
  *" v1,$expected "*) ;;
  *) respond 400 'The signature is wrong.' ;;
esac

# An event may come twice. Keep the ids that you have handled.
printf '%s %s\n' "$HTTP_WEBHOOK_ID" "$(cat "$body")" >&2
respond 200 'Received.'
