import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { listPlans } from '#domain/billing/plans/read-plans.server.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

/** The plans, or null while the database is unavailable, for pages that work without them. */
export async function loadPlans(): Promise<PlanOutput[] | null> {
  try {
    return await listPlans();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    logger.error({ error }, 'plans could not be loaded');
    return null;
  }
}
