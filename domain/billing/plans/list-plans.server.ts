import { prisma } from '#platform/db.server.ts';
import type { PlanOutput } from './contract.ts';
import { toPlan } from './to-plan.ts';

/** The plans that are offered, in their order. The default plan, Free, is never among them. */
export async function listPlans(): Promise<PlanOutput[]> {
  const rows = await prisma.plan.findMany({
    where: { isListed: true, isDefault: false },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toPlan);
}
