import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const endpoint = await dakiya.webhooks.endpoints.create({
  url: 'https://example.com/msg91',
  format: 'msg91',
});
console.log(endpoint._id, endpoint.secret);
