import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_test_your_api_id',
  apiKey: 'sk_test_your_api_key',
});

const message = await dakiya.messages.send({
  recipient: '9999900000',
  message: 'Hello',
});
console.log(message._id, message.livemode);
