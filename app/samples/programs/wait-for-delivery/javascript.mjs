import { setTimeout as sleep } from 'node:timers/promises';

const url = 'https://dakiya.example/api/v1/messages';
const final = ['delivered', 'undelivered', 'failed', 'expired'];

async function call(path, options = {}) {
  const response = await fetch(`${url}/${path}`, {
    ...options,
    headers: {
      'x-api-id': 'dk_your_api_id',
      'x-api-key': 'sk_your_api_key',
      'content-type': 'application/json',
    },
  });
  const { status, data, error } = await response.json();
  if (status !== 'success') throw new Error(error.message);
  return data;
}

let message = await call('send-message', {
  method: 'POST',
  body: JSON.stringify({
    recipient: '9876543210',
    message: 'Your order has been shipped.',
  }),
});

// Poll less and less often, for about a minute.
for (const seconds of [1, 2, 4, 8, 16, 32]) {
  await sleep(seconds * 1000);
  message = await call(message._id);
  console.log(message._id, message.status);
  if (final.includes(message.status)) break;
}
if (message.status !== 'delivered') process.exitCode = 1;
