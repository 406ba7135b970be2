const url = 'https://dakiya.example/api/v1/messages/batch';

const response = await fetch(url, {
  method: 'POST',
  headers: {
    'x-api-id': 'dk_your_api_id',
    'x-api-key': 'sk_your_api_key',
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    messages: [
      { recipient: '9876543210', message: 'Order 1042 is on its way.' },
      { recipient: '9876543211', message: 'Order 1043 is on its way.' },
    ],
  }),
});

const { status, data, error } = await response.json();
if (status !== 'success') throw new Error(error.message);
// Each message is accepted or rejected separately, in the order sent.
for (const { data: message, error } of data) {
  console.log(message ? message._id : error.message);
}
