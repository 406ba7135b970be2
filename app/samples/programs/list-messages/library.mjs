import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

// The next pages are fetched when they are needed.
const delivered = dakiya.messages.list({ status: 'delivered', limit: 50 });
for await (const { _id, recipient } of delivered) console.log(_id, recipient);
