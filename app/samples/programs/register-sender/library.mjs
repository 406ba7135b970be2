import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const entity_id = '1101172974420810001';
const category = 'service_implicit';

await dakiya.dlt.entities.create({
  entity_id,
  name: 'Acme Retail Private Limited',
});
await dakiya.dlt.headers.create({ entity_id, header: 'ACMEIN', category });
const template = await dakiya.dlt.templates.create({
  template_id: '1107160000000000001',
  name: 'Login code',
  category,
  headers: ['ACMEIN'],
  body: '{#numeric#} is your Acme code. Do not share it.',
});
console.log(template.template_id, template.warnings);
