import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

/** What is done, by its name. Each says how many rows it found. */
export type Tasks = Record<string, () => Promise<number>>;

/**
 * Takes steps one after the other. One that fails is logged, and does not keep the others from their turn.
 *
 * @throws the last error by which the database was away, when all had their turn, so that they are tried later
 */
export async function runTasks(steps: Tasks): Promise<void> {
  const found: Record<string, number> = {};
  let away: unknown;
  for (const [name, step] of Object.entries(steps)) {
    try {
      found[name] = await step();
    } catch (error) {
      if (isDatabaseUnavailable(error)) away = error;
      else logger.error({ error, task: name }, 'reconcile task failed');
    }
  }
  if (Object.values(found).some((count) => count > 0)) logger.info(found, 'reconcile finished');
  if (away) throw away;
}
