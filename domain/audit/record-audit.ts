import { createHash, randomBytes } from 'node:crypto';
import { query, type SqlClient, type Transaction, transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { requestOrigin } from '#platform/request-scope.ts';
import { onShutdown } from '#platform/shutdown.ts';
import {
  type ActorKind,
  type AuditAction,
  type AuditField,
  type AuditValue,
  auditActions,
} from './actions.browser.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    aud: 'audit.events';
  }
}

export type AuditActor = {
  kind: ActorKind;
  /** A user id, an API ID, or the name of a task or command; null for an anonymous request. */
  id: string | null;
  /** The name that screens show. By default, the current name of the member or key. */
  label?: string | null;
  role?: string | null;
};

/** An object that an action changed. `name` is erased with the details, `type` and `id` stay. */
export type AuditTarget = { type: string; id: string; name?: string | null };

type Values<Action extends AuditAction> = { [Field in AuditField<Action>]?: AuditValue | Date };

export type AuditEvent<Action extends AuditAction = AuditAction> = {
  /** The account in whose trail the event appears; null for an action that concerns no account. */
  accountId: string | null;
  action: Action;
  /** By default the actor of the running request; in jobs and commands `system`. */
  actor?: AuditActor;
  /** The user for whom the actor acted, if that is another person. */
  onBehalfOf?: string | null;
  targets?: AuditTarget[];
  /** Rows before and after the change. Of the action's `fields`, only those whose values differ are stored. */
  before?: Values<Action> | null;
  after?: Values<Action> | null;
  reason?: string | null;
  /** `refused`: the action was not carried out. */
  outcome?: 'done' | 'refused';
};

/** The stream of actions that concern no account. */
export const installationStream = 'installation';

/** The stream of refused attempts of all accounts. */
export const refusedStream = 'refused';

/**
 * Records an event in the transaction of the change: if the transaction is rolled back, there is no event. Address, device,
 * session and request id come from the running request.
 *
 * Call it as the last statement of the transaction. It locks the account's chain until the transaction ends. If a later
 * statement of the transaction waited for another lock, it could deadlock with a transaction that holds this lock and
 * waits for the chain. A transaction that records events of several accounts does so in the order of the account ids.
 *
 * @param tx the transaction of the change
 */
export async function recordAudit<Action extends AuditAction>(
  tx: SqlClient,
  event: AuditEvent<Action>,
): Promise<void> {
  const actor = event.actor ?? currentActor();
  const label = actor.label === undefined ? await findLabel(actor, tx) : actor.label;
  const stored = toStored({ ...event, actor, label });
  await appendAudit(event.accountId ?? installationStream, stored, tx);
}

/**
 * Runs a change in a transaction, and records its event at the end.
 *
 * @param eventOf describes what `change` has done; null if nothing has changed
 */
export const audited = <T>(
  change: (tx: Transaction) => Promise<T>,
  eventOf: (result: T) => AuditEvent | null,
): Promise<T> =>
  transaction(async (tx) => {
    const result = await change(tx);
    const event = eventOf(result);
    if (event) await recordAudit(tx, event);
    return result;
  });

/** The actor of the running request: `anonymous` before authentication. Outside requests, the actor is `system`. */
function currentActor(): AuditActor {
  const origin = requestOrigin();
  if (!origin) return { kind: 'system', id: null };
  const { actor } = origin;
  if (!actor) return { kind: 'anonymous', id: null };
  const { sessionId: _, ...known } = actor;
  return known;
}

const labelSql = `
  SELECT CASE WHEN $1 = 'key' THEN (SELECT name FROM credentials WHERE key_id = $2)
    ELSE (SELECT email FROM users WHERE id = $2) END AS label`;

async function findLabel({ kind, id }: AuditActor, tx: SqlClient): Promise<string | null> {
  if (id === null || kind === 'system' || kind === 'anonymous') return null;
  const [row] = await query<{ label: string | null }>('label-of-actor', labelSql, [kind, id], tx);
  return row?.label ?? null;
}

const appendSql = 'SELECT event_seq FROM audit.append($1, $2, $3, $4)';

type Complete = AuditEvent & { actor: AuditActor; label: string | null };

/**
 * The part of an event that is never erased. The order of its fields is the order in the stored JSON, which must not change
 * within a version.
 */
export type AuditBody = {
  id: string;
  account: string | null;
  action: string;
  outcome: 'done' | 'refused';
  actor: { kind: ActorKind; id: string | null };
  onBehalfOf: string | null;
  targets: { type: string; id: string }[];
  requestId: string | null;
  /** SHA-256 of the details, in hexadecimal. */
  details: string;
};

/** The part of an event that can be erased. */
export type AuditDetails = {
  /** Random, so that a guess at erased details cannot be checked against their hash. */
  nonce: string;
  label: string | null;
  role: string | null;
  sessionId: string | null;
  address: string | null;
  device: string | null;
  /** The names of the targets, in the order of `targets`. */
  names: (string | null)[];
  before: Record<string, AuditValue> | null;
  after: Record<string, AuditValue> | null;
  reason: string | null;
};

type StoredEvent = { id: string; body: Buffer; details: Buffer };

/** Appends an event to a stream. @param stream an account's id, or the name of a stream */
async function appendAudit(
  stream: string,
  { id, body, details }: StoredEvent,
  tx: SqlClient,
): Promise<void> {
  await query('append-audit', appendSql, [stream, id, body, details], tx);
}

/** Composes an event from its description and the running request. */
function toStored(event: Complete): StoredEvent {
  const { actor, targets = [] } = event;
  const origin = requestOrigin();
  const id = newId('aud');
  const details: AuditDetails = {
    nonce: randomBytes(16).toString('hex'),
    label: event.label?.slice(0, 200) ?? null,
    role: actor.role ?? null,
    sessionId: origin?.actor?.sessionId ?? null,
    address: origin?.address ?? null,
    device: origin?.userAgent?.slice(0, 300) ?? null,
    names: targets.map(({ name }) => name?.slice(0, 200) ?? null),
    ...pickChanges(event),
    reason: event.reason?.slice(0, 1_000) ?? null,
  };
  const detailsBytes = Buffer.from(JSON.stringify(details));
  const body: AuditBody = {
    id,
    account: event.accountId,
    action: event.action,
    outcome: event.outcome ?? 'done',
    actor: { kind: actor.kind, id: actor.id },
    onBehalfOf: event.onBehalfOf ?? null,
    targets: targets.map((target) => ({ type: target.type, id: target.id })),
    requestId: origin?.requestId ?? null,
    details: createHash('sha256').update(detailsBytes).digest('hex'),
  };
  return { id, body: Buffer.from(JSON.stringify(body)), details: detailsBytes };
}

/** The maximum length of a stored value. Longer texts are cut, and longer lists end with their length. */
const maxText = 300;
const maxItems = 50;

/**
 * Picks the fields of the action whose values differ. If there is only `before` or only `after`, picks all fields with
 * a value.
 */
function pickChanges({ action, before, after }: Pick<AuditEvent, 'action' | 'before' | 'after'>) {
  const [old, now] = [before, after] as (Record<string, AuditValue | Date | undefined> | null)[];
  const fields: readonly string[] = auditActions[action].fields;
  const read = (from: typeof old | undefined, field: string) => toValue(from?.[field]);
  const differing = fields.filter(
    (field) => JSON.stringify(read(old, field)) !== JSON.stringify(read(now, field)),
  );
  const pick = (from: typeof old | undefined) =>
    from
      ? Object.fromEntries(
          differing.flatMap((field) => {
            const value = read(from, field);
            return value === undefined ? [] : [[field, value]];
          }),
        )
      : null;
  return { before: pick(old), after: pick(now) };
}

function toValue(value: AuditValue | Date | undefined): AuditValue | undefined {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return value.slice(0, maxText);
  if (!Array.isArray(value)) return value;
  const items = value.slice(0, maxItems).map((item) => item.slice(0, maxText));
  return value.length > maxItems ? [...items, `… ${value.length} in all`] : items;
}

/** How long attempts are collected before they are written, in milliseconds. */
const lateMs = 1_000;

/** The maximum number of attempts that a process records per account and hour. Further attempts are only in the log. */
const maxPerHour = 60;

/** The maximum number of attempts that wait in memory, for example while the database does not respond. */
const maxWaiting = 5_000;

const state = perInstance(() => {
  onShutdown('refused attempts', writeRefused);
  return {
    waiting: [] as StoredEvent[],
    timer: undefined as NodeJS.Timeout | undefined,
    /** Attempts of this hour by account. */
    recorded: new Map<string, number>(),
    hour: 0,
  };
});

/**
 * Records an attempt that was refused, such as a wrong password. The attempts of all accounts share a stream, and are
 * written a second later in one transaction. Any person can cause such attempts, so they must not delay the actions of
 * the account's owner, and the response time must not show whether an account exists.
 */
export function recordRefused(event: Omit<AuditEvent, 'outcome' | 'actor'>): void {
  const own = state();
  const hour = Math.floor(Date.now() / 3_600_000);
  if (own.hour !== hour) own.recorded.clear();
  own.hour = hour;
  const account = event.accountId ?? '';
  const count = own.recorded.get(account) ?? 0;
  if (count >= maxPerHour || own.waiting.length >= maxWaiting) return;
  own.recorded.set(account, count + 1);
  const actor = { kind: 'anonymous', id: null } as const;
  own.waiting.push(toStored({ ...event, outcome: 'refused', actor, label: null }));
  own.timer ??= setTimeout(() => void writeRefused(), lateMs).unref();
}

/** Writes the waiting attempts. If this fails, they are written a second later. */
export async function writeRefused(): Promise<void> {
  const own = state();
  clearTimeout(own.timer);
  own.timer = undefined;
  const events = own.waiting.splice(0);
  if (events.length === 0) return;
  try {
    await transaction(async (tx) => {
      for (const event of events) await appendAudit(refusedStream, event, tx);
    });
  } catch (error) {
    logger.warn(
      { error, events: events.length },
      'could not record refused attempts in the audit trail; will retry',
    );
    own.waiting.unshift(...events);
    own.timer ??= setTimeout(() => void writeRefused(), lateMs).unref();
  }
}
