import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const results = await dakiya.dlt.check({
  messages: [
    {
      message: '482913 is your Acme code. Do not share it!',
      sender_id: 'ACMEIN',
    },
    { template_id: '1107160000000000001', variables: ['482913'] },
  ],
});
for (const { verdict, detail } of results) console.log(verdict, detail ?? '');
