import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { flushCarrierCounts } from './carrier-counts.ts';
import { type CarrierCounts, findProblem, hasRecovered } from './classify-health.ts';

/** How often, in milliseconds. */
const everyMs = 5_000;

/** A minute that began before a carrier was out is not of the time since then. */
const select = `
  SELECT c.name, c.out_since IS NOT NULL AS "isOut",
    coalesce(extract(epoch FROM now() - c.out_since) * 1000, 0)::float8 AS "outForMs",
    coalesce(sum(m.submits), 0)::int AS submits, coalesce(sum(m.failures), 0)::int AS failures,
    coalesce(sum(m.settled), 0)::int AS settled, coalesce(sum(m.delivered), 0)::int AS delivered,
    coalesce(sum(m.late), 0)::int AS late
  FROM carriers AS c LEFT JOIN carrier_minutes AS m ON m.carrier = c.name
    AND m.minute > now() - interval '15 minutes' AND m.minute >= coalesce(c.out_since, '-infinity')
    AND m.minute >= coalesce(c.back_since, '-infinity')
  GROUP BY c.id`;

type Row = CarrierCounts & { name: string; isOut: boolean; outForMs: number };

const takeOut = `
  UPDATE carriers SET out_since = now(), out_reason = $2 WHERE name = $1 AND out_since IS NULL RETURNING name`;

const bringBack = `
  UPDATE carriers SET out_since = NULL, out_reason = NULL, back_since = now()
  WHERE name = $1 AND out_since IS NOT NULL RETURNING name`;

/**
 * Takes carriers out that do badly, and brings those back that do well again. All workers look; the first that sees it
 * changes the row, which all follow.
 */
export async function checkCarrierHealth(): Promise<void> {
  await flushCarrierCounts();
  for (const { name, isOut, outForMs, ...counts } of await query<Row>(
    'carrier-health',
    select,
    [],
  )) {
    if (isOut) {
      if (!hasRecovered(counts, outForMs)) continue;
      const changed = await query('bring-carrier-back', bringBack, [name]);
      if (changed.length > 0) logger.info({ carrier: name, ...counts }, 'carrier is used again');
      continue;
    }
    const problem = findProblem(counts);
    if (problem === null) continue;
    const changed = await query('take-carrier-out', takeOut, [name, problem]);
    if (changed.length > 0) {
      logger.error({ carrier: name, problem }, 'carrier is out: others are tried before it');
    }
  }
}

/** Checks until it is stopped. @returns stops it */
export function startHealthChecks(): () => void {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    checkCarrierHealth()
      .catch((error) => logger.debug({ error }, 'the health of carriers was not checked'))
      .finally(() => {
        isChecking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
