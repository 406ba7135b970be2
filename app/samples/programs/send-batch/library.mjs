import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const results = await dakiya.messages.sendBatch({
  messages: [
    { recipient: '9876543210', message: 'Order 1042 has been shipped.' },
    { recipient: '9876543211', message: 'Order 1043 has been shipped.' },
  ],
});
// Each message is accepted or rejected separately, in the order sent.
for (const result of results) {
  if (result.status === 'success') console.log(result.data._id);
  else console.log(result.error.message);
}
