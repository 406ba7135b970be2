import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const erasure = await dakiya.privacy.erase({ recipient: '9876543210' });
console.log(erasure._id, erasure.status);
