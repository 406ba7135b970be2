import { openAsBlob } from 'node:fs';
import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const file = new File([await openAsBlob('headers.csv')], 'headers.csv');
const result = await dakiya.dlt.imports.create({
  file,
  list: 'headers',
  dry_run: true,
});
console.log(result.state, result.counts);
