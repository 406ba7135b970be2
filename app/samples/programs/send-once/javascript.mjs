import { setTimeout as sleep } from 'node:timers/promises';

const url = 'https://dakiya.example/api/v1/messages/send-message';

let response;
for (const seconds of [0, 1, 2, 4]) {
  await sleep(seconds * 1000);
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: {
        'x-api-id': 'dk_your_api_id',
        'x-api-key': 'sk_your_api_key',
        'content-type': 'application/json',
        // The same key in every attempt, so that only one message is sent.
        'idempotency-key': 'order-1042-shipped',
      },
      body: JSON.stringify({
        recipient: '9876543210',
        message: 'Your order has been shipped.',
      }),
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status < 500) break;
  } catch (error) {
    console.error('No response:', error.message);
  }
}
if (!response) throw new Error('Try again later, with the same key.');

const { status, data, error } = await response.json();
if (status !== 'success') throw new Error(error.message);
console.log(data._id, data.status);
