import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const id = 'whe_your_endpoint_id';
const recovery = await dakiya.webhooks.endpoints.recover(id, {
  since: '2026-11-20T00:00:00+05:30',
});
console.log(recovery._id, recovery.status);
