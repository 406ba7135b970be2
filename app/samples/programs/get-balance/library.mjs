import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const { balance, valid_until } = await dakiya.account.getBalance();
console.log(balance, 'messages left until', valid_until);
