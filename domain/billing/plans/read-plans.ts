import { invariant } from '#domain/shared/errors.browser.ts';
import { formatPrice } from '#domain/shared/format-number.browser.ts';
import { prisma } from '#platform/db.ts';
import type { Plan } from '#prisma/generated/client.ts';
import { type PlanOutput, toFeatureList } from './contract.ts';

/** The plans on offer, in display order. The default plan, Free, is never listed. */
export async function listPlans(): Promise<PlanOutput[]> {
  const rows = await prisma.plan.findMany({
    where: { isListed: true, isDefault: false },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toPlanOutput);
}

/** The plan of users without a subscription. */
export async function getDefaultPlan() {
  const plan = await prisma.plan.findFirst({ where: { isDefault: true } });
  invariant(plan, 'seeding creates a default plan');
  return plan;
}

function toPlanOutput(row: Plan): PlanOutput {
  const hasPrice = row.pricePaise > 0;
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    price: hasPrice ? formatPrice(row.pricePaise) : '',
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
