import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const { _id } = await dakiya.messages.send({
  recipient: '9876543210',
  message: 'Your order has been shipped.',
});
// Asks less and less often, for a minute at most.
const message = await dakiya.messages.waitForDelivery(_id);
console.log(message._id, message.status);
if (message.status !== 'delivered') process.exitCode = 1;
