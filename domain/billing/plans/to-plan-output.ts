import type { Plan } from '#prisma/generated/client.ts';
import type { PlanOutput } from './contract.ts';
import { displayPrice, toFeatureList } from './display.ts';

export function toPlanOutput(row: Plan): PlanOutput {
  const hasPrice = row.pricePaise > 0;
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    price: hasPrice ? displayPrice(row.pricePaise) : '',
    numericPrice: row.pricePaise / 100,
    period: hasPrice ? 'month' : '',
    isActive: row.isListed,
    recommended: row.recommended,
    contactSales: row.isContactSales,
    apiCalls: row.apiCallLimit,
    monthlylimit: row.messageLimit,
    features: toFeatureList(row.id, row.features),
  };
}
