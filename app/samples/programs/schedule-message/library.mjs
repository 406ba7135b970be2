import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const message = await dakiya.messages.send({
  recipient: '9876543210',
  message: 'Your order has been shipped.',
  send_at: '2026-12-01T10:00:00+05:30',
});
console.log(message._id, message.status, message.scheduledFor);
