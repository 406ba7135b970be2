import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const id = 'whe_your_endpoint_id';
const event = await dakiya.webhooks.endpoints.sendTest(id, {
  type: 'message.delivered',
});
console.log(event._id, event.status);
