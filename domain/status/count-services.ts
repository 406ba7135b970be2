import { commitWithoutFlush, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { getRegistry } from '#platform/metrics/instruments.ts';
import { waitAtMost } from '#platform/promises.ts';
import { onShutdown } from '#platform/shutdown.ts';

/** The services whose answers the processes count. Each is also a component. */
const countedServices = ['api', 'codes', 'dashboard', 'payments'] as const;

type Service = (typeof countedServices)[number];

type Totals = Record<Service, { total: number; failed: number }>;

/** How often a process adds its counts, in milliseconds. */
const everyMs = 10_000;

/** How long a stopping process waits until its last counts are written, in milliseconds. */
const stopMs = 500;

/** How many days the counts per minute are kept. Only the last minutes decide a state; the others help the operator. */
const keptDays = 1;

/** @param endpoint the route of the endpoint, or `pages` */
const serviceOf = (endpoint: string): Service | null => {
  if (endpoint === 'pages') return 'dashboard';
  if (endpoint === 'none' || endpoint.startsWith('/healthz') || endpoint.startsWith('/readyz'))
    return null;
  return /otp/i.test(endpoint) ? 'codes' : 'api';
};

type Sample = { value: number; labels: Partial<Record<string, string | number>> };

const read = async (name: string): Promise<Sample[]> =>
  ((await getRegistry().getSingleMetric(name)?.get())?.values as Sample[] | undefined) ?? [];

/**
 * Reads the totals since the start of this process from its metrics, so that counting adds nothing to a request. Each 5xx
 * response is a failure. Files count as answers of the dashboard.
 */
async function readTotals(): Promise<Totals> {
  const totals: Totals = {
    api: { total: 0, failed: 0 },
    codes: { total: 0, failed: 0 },
    dashboard: { total: 0, failed: 0 },
    payments: { total: 0, failed: 0 },
  };
  const add = (service: Service | null, count: number, isFailure: boolean) => {
    if (service === null) return;
    totals[service].total += count;
    if (isFailure) totals[service].failed += count;
  };
  for (const { value, labels } of await read('dakiya_http_requests_total'))
    add(serviceOf(String(labels.endpoint)), value, labels.status === '5xx');
  for (const { value, labels } of await read('dakiya_payment_provider_calls_total'))
    add('payments', value, labels.outcome === 'unavailable');
  return totals;
}

/** The counts that were added since the earlier totals; services without new answers are left out. */
const difference = (now: Totals, before: Totals | null) =>
  countedServices
    .map((service) => ({
      service,
      total: now[service].total - (before?.[service].total ?? 0),
      failed: now[service].failed - (before?.[service].failed ?? 0),
    }))
    .filter(({ total }) => total > 0);

/** If PostgreSQL’s response is lost, the counts of ten seconds are added twice, which hardly changes the share of failures. */
const add = `
  WITH ${commitWithoutFlush}
  INSERT INTO service_minutes AS m (begins_at, service, total, failed)
  SELECT date_trunc('minute', now()), c.service, c.total, c.failed
  FROM unflushed, json_to_recordset($1::json) AS c(service text, total int, failed int) ORDER BY c.service
  ON CONFLICT (begins_at, service) DO UPDATE SET total = m.total + excluded.total, failed = m.failed + excluded.failed`;

/**
 * Adds the counts of this process to the counts per minute that all processes share, every ten seconds and at shutdown.
 * A killed process loses the counts of its last seconds.
 */
export function startCountingServices(): void {
  let before: Totals | null = null;
  let writing: Promise<void> | null = null;

  async function write(): Promise<void> {
    const now = await readTotals();
    const counts = difference(now, before);
    if (counts.length === 0) return;
    try {
      await query('add-service-minutes', add, [JSON.stringify(counts)]);
      before = now;
    } catch (error) {
      // The next write adds these counts too.
      logger.debug({ error }, 'the answers of this process could not be counted');
    }
  }

  const writeOnce = () => {
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  };

  const timer = setInterval(() => void writeOnce(), everyMs).unref();
  onShutdown('answers of the process', async () => {
    clearInterval(timer);
    await waitAtMost(stopMs, writeOnce());
  });
}

/** Answers and failures of a service in the last minutes. */
type ServiceCount = { service: Service; total: number; failed: number };

/** Sums up the last minutes. Services without answers are left out. */
export const readServiceCounts = (minutes: number): Promise<ServiceCount[]> =>
  query(
    'read-service-minutes',
    `SELECT service, sum(total)::int AS total, sum(failed)::int AS failed FROM service_minutes
     WHERE begins_at > now() - $1 * interval '1 minute' GROUP BY service`,
    [minutes],
  );

/** Deletes minutes past their retention. @returns how many rows it deleted */
export async function purgeServiceMinutes(): Promise<number> {
  const purge = `DELETE FROM service_minutes WHERE begins_at < now() - interval '${keptDays} days' RETURNING 1`;
  return (await query('purge-service-minutes', purge, [])).length;
}
