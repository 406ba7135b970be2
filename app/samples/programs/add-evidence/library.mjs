import { openAsBlob } from 'node:fs';
import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const file = new File([await openAsBlob('letter.pdf')], 'letter.pdf');
await dakiya.dlt.headers.addEvidence('ACMEIN', { file });
for await (const { header, status } of dakiya.dlt.headers.list()) {
  console.log(header, status);
}
