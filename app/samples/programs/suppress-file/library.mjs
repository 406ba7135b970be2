import { openAsBlob } from 'node:fs';
import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const file = new File([await openAsBlob('opted-out.csv')], 'opted-out.csv');
const result = await dakiya.suppressions.import({
  file,
  reason: 'Opted out',
});
console.log(result);
