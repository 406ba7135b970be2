import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const message = await dakiya.messages.post({
  content: 'Your order has been shipped.',
  recipient: '9876543210',
  sender_id: 'DAKIYA',
});
console.log(message._id, message.status);
