const url = 'https://dakiya.example/api/v1/message';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'x-api-id': 'dk_your_api_id',
    'x-api-key': 'sk_your_api_key',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    content: 'Your order has been shipped.',
    recipient: '9876543210',
    sender_id: 'DAKIYA',
  }),
});

const { status, data, error } = await response.json();
if (status !== 'success') throw new Error(error.message);
console.log(data._id, data.status);
