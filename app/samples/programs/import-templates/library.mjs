import { openAsBlob } from 'node:fs';
import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const file = new File([await openAsBlob('templates.csv')], 'templates.csv');
const result = await dakiya.dlt.templates.import({
  file,
  dry_run: true,
  create_missing: true,
});
console.log(result.state, result.counts);
