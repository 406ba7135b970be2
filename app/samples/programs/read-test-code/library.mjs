import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_test_your_api_id',
  apiKey: 'sk_test_your_api_key',
});

const query = { recipient: '9999900000', limit: 1 };
const { data } = await dakiya.messages.list(query);
console.log(data[0]?.content);
