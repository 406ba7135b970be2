import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const undelivered = dakiya.messages.list({
  status: 'undelivered',
  from: '2026-11-20T00:00:00+05:30',
  to: '2026-11-21T00:00:00+05:30',
});
for await (const { _id, reason } of undelivered) console.log(_id, reason);
