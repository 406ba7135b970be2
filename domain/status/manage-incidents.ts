import { recordAudit } from '#domain/audit/record-audit.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import {
  endedStatuses,
  type IncidentImpact,
  type IncidentInput,
  type IncidentStatus,
  type IncidentUpdateInput,
  incidentStatuses,
  type MaintenanceInput,
  maintenanceStatuses,
  type OverrideInput,
} from './contract.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    inc: 'incidents';
    inu: 'incident_updates';
  }
}

const insert = `
  INSERT INTO incidents (id, title, impact, status, components, starts_at, ends_at, created_at, updated_at, resolved_at)
  SELECT $1, $2, $3::incident_impact, $4::incident_status, $5::text[], coalesce($6::timestamptz, now()), $7, now(), now(),
    CASE WHEN $4::text = ANY ($8::text[]) THEN now() END`;

const insertUpdate = `
  INSERT INTO incident_updates (id, incident_id, status, body, at) VALUES ($1, $2, $3::incident_status, $4, now())`;

const addEntry = (tx: Transaction, id: string, { status, body }: IncidentUpdateInput) =>
  query('add-incident-update', insertUpdate, [newId('inu'), id, status, body], tx);

type NewIncident = {
  title: string;
  impact: IncidentImpact;
  status: IncidentStatus;
  components: string[];
  /** When it starts; null means now. */
  startsAt: Date | null;
  /** When a maintenance ends; null for an incident. */
  endsAt: Date | null;
  body: string;
};

function insertIncident(incident: NewIncident): Promise<string> {
  const { title, impact, status, components, startsAt, endsAt, body } = incident;
  const id = newId('inc');
  const values = [id, title, impact, status, components, startsAt, endsAt, endedStatuses];
  return transaction(async (tx) => {
    await query('insert-incident', insert, values, tx);
    await addEntry(tx, id, { status, body });
    await recordAudit(tx, {
      accountId: null,
      action: 'incident.create',
      targets: [{ type: 'incident', id, name: title }],
      after: {
        title,
        impact,
        status,
        components,
        startsAt: startsAt ?? undefined,
        endsAt: endsAt ?? undefined,
      },
    });
    return id;
  });
}

/** Publishes an incident, which begins now. @returns its id */
export const createIncident = (input: IncidentInput): Promise<string> =>
  insertIncident({ ...input, startsAt: null, endsAt: null });

/** Announces a maintenance. Its components are under maintenance from its start to its end. @returns its id */
export const scheduleMaintenance = (input: MaintenanceInput): Promise<string> =>
  insertIncident({ ...input, impact: 'maintenance', status: 'scheduled' });

type Locked = { title: string; impact: IncidentImpact; status: IncidentStatus };

const lock = 'SELECT title, impact, status FROM incidents WHERE id = $1 FOR UPDATE';

const change = `
  UPDATE incidents SET status = $2::incident_status, updated_at = now(),
    resolved_at = CASE WHEN $2::text = ANY ($3::text[]) THEN coalesce(resolved_at, now()) END
  WHERE id = $1 RETURNING id`;

/**
 * Adds an entry to the history of an incident or a maintenance, and changes its status.
 *
 * @throws DomainError `not_found`; `invalid_parameter` for a status of the other kind
 */
export async function addIncidentUpdate(id: string, update: IncidentUpdateInput): Promise<void> {
  await transaction(async (tx) => {
    const [found] = await query<Locked>('lock-incident', lock, [id], tx);
    if (!found) throw new DomainError('not_found', { message: `There is no incident ${id}.` });
    const own = found.impact === 'maintenance' ? maintenanceStatuses : incidentStatuses;
    if (!Object.hasOwn(own, update.status)) {
      const message = `Choose one of: ${Object.values(own).join(', ')}.`;
      throw new DomainError('invalid_parameter', { param: 'status', message });
    }
    await query('change-incident', change, [id, update.status, endedStatuses], tx);
    await addEntry(tx, id, update);
    await recordAudit(tx, {
      accountId: null,
      action: 'incident.update',
      targets: [{ type: 'incident', id, name: found.title }],
      before: { status: found.status },
      after: { status: update.status },
    });
  });
}

/** Begins the maintenances whose start has passed, and completes those whose end has passed. */
const advance = `
  WITH due AS (
    SELECT id, CASE WHEN ends_at <= now() THEN 'completed' ELSE 'in_progress' END::incident_status AS next
    FROM incidents
    WHERE impact = 'maintenance' AND status IN ('scheduled', 'in_progress', 'verifying')
      AND (ends_at <= now() OR (status = 'scheduled' AND starts_at <= now()))
    FOR UPDATE SKIP LOCKED
  )
  UPDATE incidents AS i SET status = due.next, updated_at = now(),
    resolved_at = CASE WHEN due.next = 'completed' THEN now() END
  FROM due WHERE i.id = due.id RETURNING i.id, i.status`;

const advanced = {
  in_progress: 'The maintenance has begun.',
  completed: 'The scheduled time of the maintenance has ended.',
};

/** Begins and completes maintenances at their scheduled times. @returns how many */
export function advanceMaintenances(): Promise<number> {
  return transaction(async (tx) => {
    const rows = await query<{ id: string; status: keyof typeof advanced }>(
      'advance-maintenances',
      advance,
      [],
      tx,
    );
    for (const { id, status } of rows) await addEntry(tx, id, { status, body: advanced[status] });
    return rows.length;
  });
}

const setOverride = `
  INSERT INTO status_components AS c (id, changed_at, measured_at, override, override_reason, override_by, override_until)
  VALUES ($1, now(), now(), $2::component_state, $3, $4, now() + $5 * interval '1 hour')
  ON CONFLICT (id) DO UPDATE SET override = excluded.override, override_reason = excluded.override_reason,
    override_by = excluded.override_by, override_until = excluded.override_until`;

/** Sets the state that the status page shows for a component, for some hours. Measuring continues. @param by the operator */
export async function overrideComponent(input: OverrideInput, by: string): Promise<void> {
  const { component, state, reason, hours } = input;
  await transaction(async (tx) => {
    await query('override-component', setOverride, [component, state, reason, by, hours], tx);
    await recordAudit(tx, {
      accountId: null,
      action: 'component.override',
      targets: [{ type: 'component', id: component }],
      after: { state, hours },
      reason,
    });
  });
}

const lift = `
  UPDATE status_components SET override = NULL, override_reason = NULL, override_by = NULL, override_until = NULL
  WHERE id = $1 AND override IS NOT NULL RETURNING id`;

/** Shows the measured state of a component again. @throws DomainError `not_found` without an override */
export async function liftOverride(component: string): Promise<void> {
  await transaction(async (tx) => {
    const lifted = await query('lift-override', lift, [component], tx);
    if (lifted.length === 0) throw new DomainError('not_found');
    await recordAudit(tx, {
      accountId: null,
      action: 'component.restore',
      targets: [{ type: 'component', id: component }],
    });
  });
}
