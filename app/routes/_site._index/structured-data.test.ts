import { expect, test } from 'vitest';
import { structuredData } from './structured-data.ts';

const plan = (name: string, numericPrice: number) => ({
  _id: `pln_${name}`,
  name,
  description: '',
  price: '',
  numericPrice,
  period: 'month',
  isActive: true,
  recommended: false,
  contactSales: false,
  apiCalls: 1,
  monthlylimit: 1,
  features: [],
});

const productOf = (plans: ReturnType<typeof plan>[]) =>
  structuredData('https://dakiya.example', plans)['@graph'].find(
    (thing) => thing['@type'] === 'SoftwareApplication',
  );

test('lists plans with a price as offers in rupees, and omits plans without a price', () => {
  expect(productOf([plan('Basic', 199), plan('Enterprise', 0)])).toMatchObject({
    offers: [
      { name: 'Basic', price: 199, priceCurrency: 'INR', url: 'https://dakiya.example/plans' },
    ],
  });
  expect(productOf([])).not.toHaveProperty('offers');
});
