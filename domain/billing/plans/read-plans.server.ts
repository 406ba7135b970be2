import { invariant } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { PlanOutput } from './contract.ts';
import { toPlanOutput } from './to-plan-output.ts';

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
