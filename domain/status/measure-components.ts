import { isOnlinePaymentEnabled } from '#domain/billing/payments/settings.ts';
import { readQueueDepth } from '#domain/delivery/queue/queue-depth.ts';
import { readBacklog } from '#domain/webhooks/queue/give-up-events.ts';
import { query, transaction } from '#platform/db.ts';
import { type ComponentId, type ComponentState, componentIds } from './contract.browser.ts';
import { readServiceCounts } from './count-services.ts';
import {
  type Judged,
  judgeFailures,
  judgeLag,
  judgeNext,
  type LagLimits,
  type Level,
  splitByDay,
  worst,
} from './judge.ts';

/** A measurement judges the answers and submits of this many minutes. */
const judgedMinutes = 5;

/** How many seconds the oldest due item of each queue must have waited for the three worse states. */
const lagLimits = {
  otp: [15, 60, 300],
  messages: [60, 300, 1_800],
  webhooks: [60, 300, 1_800],
} as const satisfies Record<string, LagLimits>;

/**
 * Components that only workers serve. If measurements are missing, no worker ran, so these components were down. The
 * state of the other components is unknown for that time, because web servers may have served them.
 */
export const workersComponents: readonly ComponentId[] = [
  'delivery_otp',
  'delivery_messages',
  'webhooks',
];

/** If the last measurement is older than this, in seconds, no worker runs. A worker measures every minute. */
export const measurementMaxAgeSeconds = 180;

type Answered = { total: number; failed: number };

/**
 * Counts the submits per lane, and those to which the carrier did not respond. Rejections do not count as failures of ours,
 * because most of them have DLT reasons.
 */
const submits = `
  SELECT kind, sum(count)::int AS total, coalesce(sum(count) FILTER (WHERE outcome = 'unknown'), 0)::int AS failed
  FROM delivery_stats
  WHERE begins_at > now() - $1 * interval '1 minute' AND outcome IN ('submitted', 'unknown', 'rejected') GROUP BY kind`;

/** Measures each component now, by how long its oldest due item has waited, by its share of failures, or by both. */
async function measure(readAnswers: typeof readServiceCounts): Promise<Record<ComponentId, Level>> {
  const [depth, backlog, services, lanes] = await Promise.all([
    readQueueDepth(),
    readBacklog(),
    readAnswers(judgedMinutes),
    query<Answered & { kind: string }>('status-submits', submits, [judgedMinutes]),
  ]);
  const none: Answered = { total: 0, failed: 0 };
  const answers = (service: string) =>
    judgeFailures(services.find((one) => one.service === service) ?? none);
  const lane = (kind: string) => judgeFailures(lanes.find((one) => one.kind === kind) ?? none);
  return {
    api: answers('api'),
    codes: answers('codes'),
    dashboard: answers('dashboard'),
    payments: isOnlinePaymentEnabled() ? answers('payments') : 'operational',
    delivery_otp: worst(judgeLag(depth.otp.lagSeconds, lagLimits.otp), lane('otp')),
    delivery_messages: worst(
      judgeLag(depth.messages.lagSeconds, lagLimits.messages),
      lane('message'),
    ),
    webhooks: judgeLag(backlog.lagSeconds, lagLimits.webhooks),
  };
}

type Stored = Judged & { id: string; effective: ComponentState; now: Date; measuredAt: Date };

/**
 * SQL: the state of component `c` that the page shows: an operator’s override, else “under maintenance” during a
 * maintenance, else the measured state.
 */
export const effectiveSql = `
  CASE
    WHEN c.override IS NOT NULL AND c.override_until > now() THEN c.override
    WHEN EXISTS (SELECT FROM incidents AS i WHERE i.status IN ('in_progress', 'verifying') AND c.id = ANY (i.components))
      THEN 'under_maintenance'
    ELSE c.state END`;

const stored = `
  SELECT c.id, c.state, c.candidate, c.candidate_count AS "candidateCount", ${effectiveSql} AS effective,
    c.measured_at AS "measuredAt", now() AS now
  FROM status_components AS c ORDER BY c.id FOR UPDATE`;

/** Adds components that have no row yet, for example after an update to a release with more components. */
const insert = `
  INSERT INTO status_components (id, changed_at, measured_at) SELECT id, now(), now() FROM unnest($1::text[]) AS id
  ON CONFLICT (id) DO NOTHING`;

const update = `
  UPDATE status_components AS c SET state = n.state, candidate = n.candidate, candidate_count = n.count, measured_at = now(),
    changed_at = CASE WHEN c.state = n.state THEN c.changed_at ELSE now() END
  FROM json_to_recordset($1::json) AS n(id text, state component_state, candidate component_state, count smallint)
  WHERE c.id = n.id`;

const addDays = `
  INSERT INTO status_days AS d
    (day, component, measured_seconds, degraded_seconds, partial_seconds, major_seconds, maintenance_seconds)
  SELECT day, component, seconds,
    CASE WHEN state = 'degraded_performance' THEN seconds ELSE 0 END,
    CASE WHEN state = 'partial_outage' THEN seconds ELSE 0 END,
    CASE WHEN state = 'major_outage' THEN seconds ELSE 0 END,
    CASE WHEN state = 'under_maintenance' THEN seconds ELSE 0 END
  FROM json_to_recordset($1::json) AS n(day date, component text, seconds int, state text) ORDER BY day, component
  ON CONFLICT (day, component) DO UPDATE SET measured_seconds = d.measured_seconds + excluded.measured_seconds,
    degraded_seconds = d.degraded_seconds + excluded.degraded_seconds,
    partial_seconds = d.partial_seconds + excluded.partial_seconds,
    major_seconds = d.major_seconds + excluded.major_seconds,
    maintenance_seconds = d.maintenance_seconds + excluded.maintenance_seconds`;

/** If the task runs again within this time, in milliseconds, it adds nothing to the days. */
const minGapMs = 1_000;

/**
 * The state in which a component spent the time since its last measurement; null if the state is unknown. If the last
 * measurement is too old, no worker ran: deliveries and webhooks were out, and the other states are unknown.
 */
function stateSince({ id, effective, measuredAt, now }: Stored): ComponentState | null {
  const isGap = now.getTime() - measuredAt.getTime() > measurementMaxAgeSeconds * 1_000;
  if (!isGap || effective === 'under_maintenance') return effective;
  return workersComponents.includes(id as ComponentId) ? 'major_outage' : null;
}

/**
 * Measures all components, changes their states, and adds the time since the last measurement to their days. One worker runs
 * it every minute.
 *
 * @param readAnswers reads the answers of the services; tests give others
 * @returns the number of components whose state changed
 */
export async function measureComponents(readAnswers = readServiceCounts): Promise<number> {
  const measured = await measure(readAnswers);
  return transaction(async (tx) => {
    await query('add-status-components', insert, [componentIds], tx);
    const rows = await query<Stored>('lock-status-components', stored, [], tx);
    const known = rows.filter(({ id }) => Object.hasOwn(measured, id));
    const due = known.filter(({ now, measuredAt }) => +now - +measuredAt >= minGapMs);
    const next = known.map((row) => {
      const { state, candidate, candidateCount } = judgeNext(row, measured[row.id as ComponentId]);
      return { id: row.id, state, candidate, count: candidateCount };
    });
    await query('write-status-components', update, [JSON.stringify(next)], tx);
    const days = due.flatMap((row) => {
      const state = stateSince(row);
      if (state === null) return [];
      const parts = splitByDay(row.measuredAt.getTime(), row.now.getTime());
      return parts.map((part) => ({ ...part, component: row.id, state }));
    });
    if (days.length > 0) await query('add-status-days', addDays, [JSON.stringify(days)], tx);
    return next.filter(({ id, state }) => known.find((row) => row.id === id)?.state !== state)
      .length;
  });
}

/** Deletes days past their retention of 400 days. @returns how many rows it deleted */
export async function purgeStatusDays(): Promise<number> {
  const purge = `DELETE FROM status_days WHERE day < (now() AT TIME ZONE 'Asia/Kolkata')::date - 400 RETURNING 1`;
  return (await query('purge-status-days', purge, [])).length;
}
