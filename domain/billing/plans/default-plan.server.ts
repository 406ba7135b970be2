import { invariant } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';

/** The plan of users without a subscription. */
export async function defaultPlan() {
  const plan = await prisma.plan.findFirst({ where: { isDefault: true } });
  invariant(plan, 'the plans are seeded, one of them as default');
  return plan;
}
