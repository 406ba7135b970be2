import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

/** Tasks by name. Each returns how many rows it handled. */
export type Tasks = Record<string, () => Promise<number>>;

/**
 * Runs tasks one after the other. A failing task is logged and does not stop the others.
 *
 * @throws the last error of an unavailable database, after all tasks ran, so that they are retried
 */
export async function runTasks(tasks: Tasks): Promise<void> {
  const counts: Record<string, number> = {};
  let unavailable: unknown;
  for (const [name, task] of Object.entries(tasks)) {
    try {
      counts[name] = await task();
    } catch (error) {
      if (isDatabaseUnavailable(error)) unavailable = error;
      else logger.error({ error, task: name }, 'reconcile task failed');
    }
  }
  if (Object.values(counts).some((count) => count > 0)) logger.info(counts, 'reconcile finished');
  if (unavailable) throw unavailable;
}
