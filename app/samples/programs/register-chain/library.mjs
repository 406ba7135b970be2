import { Dakiya } from 'dakiya';

const dakiya = new Dakiya({
  baseUrl: 'https://dakiya.example',
  apiId: 'dk_your_api_id',
  apiKey: 'sk_your_api_key',
});

const chain = await dakiya.dlt.chains.create({
  entity_id: '1101172974420810001',
  carrier: 'airtel',
  telemarketer_ids: ['1101172974420830004'],
  is_approved: true,
});
console.log(chain.carrier, chain.telemarketer_ids);
