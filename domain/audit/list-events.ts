import { z } from 'zod';
import type { Page } from '#domain/shared/page.browser.ts';
import { query } from '#platform/db.ts';
import { auditActions } from './actions.browser.ts';
import type { AuditBody, AuditDetails } from './record-audit.ts';

/** An event as screens and files show it. */
export type ListedEvent = {
  id: string;
  at: Date;
  /** The position in the chain of `stream`, and the hash of the event. */
  stream: string;
  seq: number;
  hash: string;
  accountId: string | null;
  action: string;
  outcome: 'done' | 'refused';
  actor: { kind: AuditBody['actor']['kind']; id: string | null; label: string | null };
  targets: { type: string; id: string; name: string | null }[];
  requestId: string | null;
  /** Null if the details were erased. */
  details: Pick<
    AuditDetails,
    'sessionId' | 'address' | 'device' | 'before' | 'after' | 'reason'
  > | null;
};

/** A day that PostgreSQL accepts: its calendar has no year 0. */
const day = z.iso.date().refine((text) => text >= '0001');

/** The filters that screens offer. Text that is not a valid filter is ignored. */
export const auditFilter = z.object({
  action: z
    .enum(Object.keys(auditActions) as [string, ...string[]])
    .optional()
    .catch(undefined),
  /** A user id or an API ID. */
  actor: z
    .string()
    .regex(/^[\w:-]{1,64}$/)
    .optional()
    .catch(undefined),
  /** Days in India, `2026-11-29`, both inclusive. */
  from: day.optional().catch(undefined),
  to: day.optional().catch(undefined),
  /** The `next` of the previous page. */
  after: z
    .string()
    .regex(/^\d{1,15}\.aud_\w{1,40}$/)
    .optional()
    .catch(undefined),
});

export type AuditFilter = z.output<typeof auditFilter>;

/**
 * Returns the statement that lists events. Without a time range, the statement reads the tables of all months if the
 * account has few events. This costs little, because there are few months.
 */
const list = (condition: string) => `
  SELECT stream, seq, at, id, body, details, encode(hash, 'hex') AS hash FROM audit.events
  WHERE ${condition} AND (at, id) < ($2, $3)
    AND ($4::text IS NULL OR action = $4)
    AND ($5::text IS NULL OR actor_id = $5 OR ($5 = 'operator' AND actor_kind = 'operator'))
    AND ($6::date IS NULL OR at >= $6::date::timestamp AT TIME ZONE 'Asia/Kolkata')
    AND ($7::date IS NULL OR at < ($7::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')
  ORDER BY at DESC, id DESC LIMIT $8`;

const ofAccount = list('account_id = $1');
const ofAll = list('($1::text IS NULL OR account_id = $1)');

type Row = {
  stream: string;
  seq: number;
  at: Date;
  id: string;
  body: Buffer;
  details: Buffer | null;
  hash: string;
};

/** A time that is later than every event. */
const end = new Date('9999-01-01T00:00:00Z');

async function read(
  name: string,
  text: string,
  accountId: string | null,
  { after, action, actor, from, to }: AuditFilter,
  limit: number,
): Promise<Page<ListedEvent>> {
  const [time = '', id = ''] = after?.split('.') ?? [];
  const values = [
    ...[accountId, after ? new Date(Number(time)) : end, after ? id : ''],
    ...[action ?? null, actor ?? null, from ?? null, to ?? null, limit + 1],
  ];
  const rows = await query<Row>(name, text, values);
  const entries = rows.slice(0, limit).map(toEvent);
  const last = entries.at(-1);
  const next = rows.length > limit && last ? `${last.at.getTime()}.${last.id}` : null;
  return { entries, next };
}

/**
 * Lists an account's events, newest first, as its members see them: for events of operators, the name, address and
 * session are left out.
 */
export async function listAccountEvents(
  accountId: string,
  filter: AuditFilter,
  limit: number,
): Promise<Page<ListedEvent>> {
  const { entries, next } = await read(
    'list-audit-of-account',
    ofAccount,
    accountId,
    filter,
    limit,
  );
  return { entries: entries.map(hideOperator), next };
}

/**
 * Lists the events of all accounts, or of one, as operators see them. For the operator's console.
 */
export const listAuditEvents = (
  filter: AuditFilter & { accountId?: string | undefined },
  limit: number,
): Promise<Page<ListedEvent>> =>
  read('list-audit-of-all', ofAll, filter.accountId ?? null, filter, limit);

const operatorName = 'Dakiya operator';

function hideOperator(event: ListedEvent): ListedEvent {
  if (event.actor.kind !== 'operator') return event;
  return {
    ...event,
    actor: { kind: 'operator', id: null, label: operatorName },
    requestId: null,
    details: event.details && { ...event.details, sessionId: null, address: null, device: null },
  };
}

function toEvent({ body: bodyBytes, details: detailsBytes, ...row }: Row): ListedEvent {
  const body = JSON.parse(bodyBytes.toString()) as AuditBody;
  const all = detailsBytes && (JSON.parse(detailsBytes.toString()) as AuditDetails);
  const details = all && {
    ...{ sessionId: all.sessionId, address: all.address, device: all.device },
    ...{ before: all.before, after: all.after, reason: all.reason },
  };
  return {
    ...row,
    accountId: body.account,
    action: body.action,
    outcome: body.outcome,
    actor: { ...body.actor, label: all?.label ?? null },
    targets: body.targets.map((target, i) => ({ ...target, name: all?.names[i] ?? null })),
    requestId: body.requestId,
    details,
  };
}

/** The actors of an account's newest events, for the filter. */
const actorsSql = `
  SELECT DISTINCT actor_kind AS kind, actor_id AS id FROM (
    SELECT actor_kind, actor_id FROM audit.events WHERE account_id = $1 ORDER BY at DESC, id DESC LIMIT 1000) AS recent
  WHERE actor_kind IN ('member', 'key') AND actor_id IS NOT NULL ORDER BY 1, 2 LIMIT 100`;

const namesSql = `
  SELECT id, email AS label FROM users WHERE id = ANY ($1)
  UNION ALL SELECT key_id, name FROM credentials WHERE key_id = ANY ($1)`;

/**
 * Lists the users and API keys that acted recently in an account. `label` is the email address or key name; for a
 * deleted user or key, it is the id.
 */
export async function listActors(accountId: string): Promise<{ id: string; label: string }[]> {
  const found = await query<{ kind: string; id: string }>('audit-actors', actorsSql, [accountId]);
  const ids = found.map(({ id }) => id);
  const named = await query<{ id: string; label: string }>('audit-actor-names', namesSql, [ids]);
  const labels = new Map(named.map(({ id, label }) => [id, label]));
  return found.map(({ id }) => ({ id, label: labels.get(id) ?? id }));
}
