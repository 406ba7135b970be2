import { isOnlinePaymentEnabled } from '#domain/billing/payments/settings.ts';
import { lastDaysInIndia } from '#domain/shared/days-in-india.browser.ts';
import { query } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import {
  type ComponentId,
  type ComponentState,
  componentIds,
  components,
  endedStatuses,
  type IncidentImpact,
  type IncidentStatus,
} from './contract.browser.ts';
import { type StateSeconds, stateOfDay, uptimePercent } from './judge.ts';
import { effectiveSql, measurementMaxAgeSeconds, workersComponents } from './measure-components.ts';

/** How many days the bars show, including today. */
export const shownDays = 90;

/** For how many days ended incidents are listed. */
const listedDays = 90;

const maxIncidents = 100;

/** A process counts as running if its row was written within this time, in seconds. */
const processMaxAgeSeconds = 35;

export type ComponentStatus = {
  id: ComponentId;
  name: string;
  text: string;
  state: ComponentState;
  /** Until when a state that an operator has set applies; null if there is no such state. */
  overrideUntil: Date | null;
  changedAt: Date;
  /** One entry per day, oldest first; a day without a measurement has no state. */
  days: { day: string; state: ComponentState | null; outSeconds: number }[];
  /** Null without a measurement. */
  uptime: number | null;
};

export type IncidentReport = {
  id: string;
  title: string;
  impact: IncidentImpact;
  status: IncidentStatus;
  components: ComponentId[];
  startsAt: Date;
  endsAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  resolvedAt: Date | null;
  /** Newest first. */
  updates: { id: string; status: IncidentStatus; body: string; at: Date }[];
};

/** Everything that the status page shows. */
export type Status = {
  /** By PostgreSQL's clock. */
  readAt: Date;
  /** When a worker last measured; null if none has yet. */
  measuredAt: Date | null;
  components: ComponentStatus[];
  /** Incidents that have not ended, newest first. */
  current: IncidentReport[];
  /** Maintenances that have not ended, the earliest first. */
  maintenances: IncidentReport[];
  /** Ended incidents and maintenances of the last 90 days, newest first. */
  past: IncidentReport[];
};

const selectComponents = `
  SELECT c.id, ${effectiveSql} AS state, c.changed_at AS "changedAt", c.measured_at AS "measuredAt",
    CASE WHEN c.override_until > now() THEN c.override_until END AS "overrideUntil",
    extract(epoch FROM now() - c.measured_at)::float8 AS "measuredSecondsAgo"
  FROM status_components AS c`;

type ComponentRow = {
  id: string;
  state: ComponentState;
  changedAt: Date;
  measuredAt: Date;
  overrideUntil: Date | null;
  measuredSecondsAgo: number;
};

const selectDays = `
  SELECT day::text, component, measured_seconds AS measured, degraded_seconds AS degraded, partial_seconds AS partial,
    major_seconds AS major, maintenance_seconds AS maintenance
  FROM status_days WHERE day > (now() AT TIME ZONE 'Asia/Kolkata')::date - $1::int`;

type DayRow = StateSeconds & { day: string; component: string };

const incidentColumns = `
  i.id, i.title, i.impact, i.status, i.components, i.starts_at AS "startsAt", i.ends_at AS "endsAt",
  i.created_at AS "createdAt", i.updated_at AS "updatedAt", i.resolved_at AS "resolvedAt",
  (SELECT coalesce(json_agg(json_build_object('id', u.id, 'status', u.status, 'body', u.body, 'at', u.at) ORDER BY u.id DESC), '[]')
   FROM (SELECT * FROM incident_updates WHERE incident_id = i.id ORDER BY id DESC LIMIT 50) AS u) AS updates`;

const selectIncidents = `
  SELECT ${incidentColumns} FROM incidents AS i
  WHERE i.resolved_at IS NULL OR i.resolved_at > now() - $1 * interval '1 day'
  ORDER BY i.starts_at DESC, i.id DESC LIMIT ${maxIncidents}`;

type IncidentRow = Omit<IncidentReport, 'updates'> & {
  updates: (Omit<IncidentReport['updates'][number], 'at'> & { at: string })[];
};

/** Converts an incident's row: JSON has times as text. */
const toIncident = ({ updates, ...row }: IncidentRow): IncidentReport => ({
  ...row,
  updates: updates.map(({ at, ...update }) => ({ ...update, at: new Date(at) })),
});

const selectProcesses = `
  SELECT now() AS now, count(*) FILTER (WHERE kind = 'web')::int AS webs FROM processes
  WHERE seen_at > now() - interval '${processMaxAgeSeconds} seconds'`;

const websComponents: readonly ComponentId[] = ['api', 'codes', 'dashboard'];

/** Reads everything that the status page shows, with four statements. */
export async function readStatus(): Promise<Status> {
  const [[processes], rows, days, incidents] = await Promise.all([
    query<{ now: Date; webs: number }>('status-processes', selectProcesses, []),
    query<ComponentRow>('status-components', selectComponents, []),
    query<DayRow>('status-days', selectDays, [shownDays]),
    query<IncidentRow>('status-incidents', selectIncidents, [listedDays]),
  ]);
  const now = processes?.now ?? new Date();
  const reports = incidents.map(toIncident);
  const isOpen = ({ status }: IncidentReport) => !endedStatuses.includes(status);
  const isMaintenance = ({ impact }: IncidentReport) => impact === 'maintenance';
  const measured = rows.map(({ measuredAt }) => measuredAt.getTime());
  return {
    readAt: now,
    measuredAt: measured.length > 0 ? new Date(Math.max(...measured)) : null,
    components: componentIds
      .filter((id) => id !== 'payments' || isOnlinePaymentEnabled())
      .map((id) => {
        const row = rows.find((one) => one.id === id);
        const of = days.filter(({ component }) => component === id);
        return toComponent({ id, row, days: of, now, webs: processes?.webs ?? 0 });
      }),
    current: reports.filter((one) => isOpen(one) && !isMaintenance(one)),
    maintenances: reports.filter((one) => isOpen(one) && isMaintenance(one)).reverse(),
    past: reports.filter((one) => !isOpen(one)),
  };
}

type Parts = {
  id: ComponentId;
  row: ComponentRow | undefined;
  days: DayRow[];
  now: Date;
  /** The number of running web servers. */
  webs: number;
};

function toComponent({ id, row, days, now, webs }: Parts): ComponentStatus {
  const byDay = new Map(days.map((one) => [one.day, one]));
  return {
    id,
    ...components[id],
    state: stateNow(id, row, webs),
    overrideUntil: row?.overrideUntil ?? null,
    changedAt: row?.changedAt ?? now,
    days: lastDaysInIndia(now, shownDays).map((day) => {
      const seconds = byDay.get(day);
      const outSeconds = (seconds?.partial ?? 0) + (seconds?.major ?? 0);
      return { day, state: stateOfDay(seconds), outSeconds };
    }),
    uptime: uptimePercent(days),
  };
}

/**
 * The state to show. If no worker measures, or if no web server runs, the components that these processes serve count
 * as out, unless an operator has set the state or a maintenance runs.
 */
function stateNow(id: ComponentId, row: ComponentRow | undefined, webs: number): ComponentState {
  const stored = row?.state ?? 'operational';
  if (row?.overrideUntil || stored === 'under_maintenance') return stored;
  const isOld = row !== undefined && row.measuredSecondsAgo > measurementMaxAgeSeconds;
  if (isOld && workersComponents.includes(id)) return 'major_outage';
  return webs === 0 && websComponents.includes(id) ? 'major_outage' : stored;
}

/** How long a web server serves the status that it has read, in milliseconds. */
const cachedMs = 10_000;

const lastRead = perInstance(() => ({ status: null as Status | null }));

export type CachedStatus = {
  status: Status;
  /** Whether the database could not be read just now, so that `status` is an earlier one. */
  isStale: boolean;
};

const cached = createTtlCache<CachedStatus | null>(
  async () => {
    const own = lastRead();
    try {
      own.status = await readStatus();
      return { status: own.status, isStale: false };
    } catch (error) {
      logger.warn({ error }, 'the status could not be read');
      return own.status && { status: own.status, isStale: true };
    }
  },
  { ttlMs: cachedMs, max: 1 },
);

/**
 * Reads the status at most every ten seconds, however often the page is requested. If the database does not answer, returns
 * the status that this web server read last.
 *
 * @returns null if this web server could not read the status yet
 */
export const readCachedStatus = (): Promise<CachedStatus | null> => cached('');

const selectIncident = `SELECT ${incidentColumns} FROM incidents AS i WHERE i.id = $1`;

/** Reads an incident or a maintenance; null if there is none with this id. */
export async function getIncident(id: string): Promise<IncidentReport | null> {
  const [row] = await query<IncidentRow>('get-incident', selectIncident, [id]);
  return row ? toIncident(row) : null;
}
