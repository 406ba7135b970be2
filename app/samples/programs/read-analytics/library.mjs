import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const { total, parts } = await dakiya.account.getAnalytics({
  period: '7d',
  split_by: 'template',
});
console.log(total, parts);
