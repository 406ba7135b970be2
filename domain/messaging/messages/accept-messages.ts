import { z } from 'zod';
import { findLockedMonths } from '#domain/billing/usage/count-api-call.ts';
import { chargeQuotaSql, lockWaitSql, reserveQuotaSql } from '#domain/billing/usage/quota-sql.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { wakeUpJob } from '#domain/messaging/jobs.ts';
import { addAcceptedStatsSql, countedColumns } from '#domain/messaging/stats/add-stats-sql.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  responseRetentionHours,
  type SavedResponse,
  saveResponsesSql,
} from '#domain/shared/idempotency/saved-response.ts';
import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { logger } from '#platform/logger.ts';
import { counter, histogram } from '#platform/metrics/instruments.ts';
import { enqueue } from '#platform/queue.ts';
import { defineSettings } from '#platform/settings.ts';
import { describeFinding, type Finding } from '../../dlt/check/verdicts.ts';
import type { IdentifiedMessage } from '../../dlt/sending/identify.ts';
import type { MessageEncoding } from '../../sms/segments.browser.ts';
import type { AcceptedMessageOutput } from './outputs.ts';
import { traceAccepted } from './trace-messages.ts';

/** A message to accept. The fields are column names. */
export type NewMessageRow = {
  id: string;
  user_id: string;
  key_id: string;
  request_id: string | null;
  usage_period_id: string;
  livemode: boolean;
  kind: 'message' | 'otp';
  recipient: string;
  sender: string;
  template_id: string | null;
  /** Null means the installation's entity. */
  entity_id: string | null;
  promotional: boolean;
  may_wait: boolean;
  scheduled_for: Date | null;
  /** For a scheduled message, when it is due; null to queue the message at once. */
  due_at: Date | null;
  content: string | null;
  /** Encrypted text in hex. */
  encrypted_content: string | null;
  encoding: MessageEncoding;
  segments: number;
  created_at: Date;
  valid_until: Date;
};

export const messageSettings = defineSettings({
  MESSAGE_VALIDITY_HOURS: z.coerce.number().positive().max(72).default(24),
});

/** Builds the row of a message to send now, at `scheduledFor`, or at `dueAt`. */
export function buildMessageRow(
  caller: Pick<Caller, 'userId' | 'keyId' | 'requestId' | 'periodId' | 'livemode'>,
  message: Omit<IdentifiedMessage, 'warnings'>,
  now: Date,
): NewMessageRow {
  const { dueAt } = message;
  const from = dueAt ?? message.scheduledFor ?? now;
  return {
    // Ids determine the order of the log, so a scheduled message gets its id, and so its position, now.
    id: newId('msg', (dueAt ?? now).getTime()),
    user_id: caller.userId,
    key_id: caller.keyId,
    request_id: caller.requestId,
    usage_period_id: caller.periodId,
    livemode: caller.livemode,
    kind: 'message',
    recipient: message.recipient,
    sender: message.sender,
    template_id: message.templateId,
    entity_id: message.entityId,
    promotional: message.isPromotional,
    may_wait: message.mayWait,
    scheduled_for: message.scheduledFor,
    due_at: dueAt,
    content: message.content.text,
    encrypted_content: null,
    encoding: message.content.encoding,
    segments: message.content.segments,
    created_at: now,
    valid_until: new Date(from.getTime() + messageSettings.MESSAGE_VALIDITY_HOURS * 3_600_000),
  };
}

/** The API output for a message that was just accepted. */
export function toQueuedMessageOutput(
  row: NewMessageRow,
  warnings: readonly Finding[],
): AcceptedMessageOutput {
  return {
    _id: row.id,
    user: row.user_id,
    apiId: row.key_id,
    requestId: row.request_id,
    serverNumber: row.sender,
    recipient: row.recipient,
    livemode: row.livemode,
    kind: row.kind,
    content: row.content,
    templateId: row.template_id,
    entityId: row.entity_id,
    segments: row.segments,
    status: row.due_at ? 'scheduled' : 'queued',
    reason: null,
    version: 0,
    createdAt: row.created_at.toISOString(),
    scheduledFor: (row.due_at ?? row.scheduled_for)?.toISOString() ?? null,
    sentAt: null,
    settledAt: null,
    warnings: warnings.map(describeFinding),
  };
}

export type AcceptRequest = {
  caller: Caller;
  messages: NewMessageRow[];
  idempotency: Idempotency | null;
  /** The response to save for repeats of the request, without number and text. It is saved only with an idempotency key. */
  answer: unknown;
};

/**
 * - `accepted`: the first `messages` messages are committed; the next one, if any, did not fit into the quota
 * - `refused`: no message was accepted
 * - `repeat`: the idempotency key was used before
 *
 * `room` is the number of units that the usage month had left before the first request of the same statement.
 */
export type AcceptResult =
  | { kind: 'accepted'; messages: number; room: number }
  | { kind: 'refused'; code: 'message_limit_reached'; room: number }
  | { kind: 'refused'; code: 'api_call_limit_reached' }
  | { kind: 'repeat' };

/** `again`: the request was rejected only because units were reserved for other requests, which then did not use them. */
type Flushed = AcceptResult | { kind: 'again' };

type Request = {
  caller: Pick<AcceptRequest['caller'], 'periodId'>;
  messages: { segments: number }[];
};

/**
 * Finds the requests of a flush whose rejection is not final; the next flush retries them. The statement reserves units for
 * requests in order. A repeat, or a message that is larger than the remaining quota, does not use its reserved units, but later
 * requests were already rejected because of these units. In each flush, the first request of each usage month gets a final
 * result, so the retries end.
 *
 * @returns the results; rejections that are not final are replaced by `again`
 */
export function markRetries(requests: Request[], results: AcceptResult[]): Flushed[] {
  const left = new Map<string, number>();
  const withRepeat = new Set<string>();
  for (const [i, result] of results.entries()) {
    const { caller, messages } = requests[i] as Request;
    const { periodId } = caller;
    if (result.kind === 'repeat') withRepeat.add(periodId);
    if (result.kind !== 'accepted') continue;
    const before = left.get(periodId) ?? result.room;
    left.set(periodId, before - sumUnits(messages.slice(0, result.messages)));
  }
  return results.map((result, i) => {
    if (result.kind !== 'refused') return result;
    const { caller, messages } = requests[i] as Request;
    if (result.code === 'api_call_limit_reached') {
      return withRepeat.has(caller.periodId) ? { kind: 'again' } : result;
    }
    const free = left.get(caller.periodId) ?? result.room;
    return sumUnits(messages.slice(0, 1)) <= free ? { kind: 'again' } : result;
  });
}

const sumUnits = (messages: { segments: number }[]) =>
  messages.reduce((units, { segments }) => units + segments, 0);

/** Test messages do not use quota, so all of them are granted. */
const grantAllSql = `
  admitted AS (SELECT no, 0 AS room FROM request),
  granted AS (SELECT no, period_id, messages, units FROM request)`;

/**
 * Builds the statement that charges the quota, saves responses, and inserts rows, queue entries and statistics. It is one
 * statement, so that PostgreSQL writes everything or nothing. All its requests have the same mode, because test messages
 * have their own lane in the queue.
 *
 * @param planned whether some messages are scheduled; other statements omit this work
 */
const statementOf = (livemode: boolean, planned = false) => `
  WITH request AS (
    SELECT no, period_id, messages, units, ends
    FROM json_to_recordset($1::json) AS r(
      no int, period_id text, messages int, units int, ends int[])
  ),
  ${livemode ? `${lockWaitSql('$4')}, ${reserveQuotaSql}` : grantAllSql},
  ${saveResponsesSql},
  ${livemode ? `${chargeQuotaSql},` : ''}
  inserted AS (
    INSERT INTO messages (
      id, user_id, key_id, request_id, usage_period_id, livemode, kind, recipient, sender, template_id, entity_id, promotional, may_wait,
      scheduled_for, content, encrypted_content, encoding, segments, created_at, valid_until)
    SELECT m.id, m.user_id, m.key_id, m.request_id, m.usage_period_id, ${livemode}, m.kind, m.recipient, m.sender,
      m.template_id, m.entity_id, m.promotional, m.may_wait, m.scheduled_for, m.content,
      decode(m.encrypted_content, 'hex'), m.encoding, m.segments, m.created_at, m.valid_until
    FROM json_to_recordset($3::json) AS m(
      no int, seq int, due_at timestamptz, id text, user_id text, key_id text, request_id text, usage_period_id text,
      kind message_kind, recipient text, sender text, template_id text, entity_id text,
      promotional boolean, may_wait boolean, scheduled_for timestamptz, content text,
      encrypted_content text, encoding message_encoding, segments smallint,
      created_at timestamptz, valid_until timestamptz)
    JOIN accepted ON accepted.no = m.no AND m.seq < accepted.messages ${planned ? 'AND m.due_at IS NULL' : ''}
    RETURNING id, valid_until, scheduled_for, ${countedColumns('messages')}
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, ${livemode ? 'kind' : `'test'::message_kind`}, coalesce(scheduled_for, now()), valid_until FROM inserted
  ),
  ${planned ? planSql(livemode) : ''}
  ${addAcceptedStatsSql('inserted')}
  SELECT no, admitted.room, granted.messages AS granted, accepted.messages AS accepted
  FROM request LEFT JOIN admitted USING (no) LEFT JOIN granted USING (no)
    LEFT JOIN accepted USING (no)`;

/** The CTE that stores the scheduled messages of a flush. */
const planSql = (livemode: boolean) => `
  planned AS (
    INSERT INTO scheduled_messages (
      id, user_id, key_id, request_id, usage_period_id, livemode, recipient, sender, template_id, entity_id, promotional,
      may_wait, content, encoding, segments, created_at, due_at)
    SELECT m.id, m.user_id, m.key_id, m.request_id, m.usage_period_id, ${livemode}, m.recipient, m.sender, m.template_id,
      m.entity_id, m.promotional, m.may_wait, m.content, m.encoding, m.segments, m.created_at, m.due_at
    FROM json_to_recordset($3::json) AS m(
      no int, seq int, due_at timestamptz, id text, user_id text, key_id text, request_id text, usage_period_id text,
      recipient text, sender text, template_id text, entity_id text, promotional boolean, may_wait boolean, content text,
      encoding message_encoding, segments smallint, created_at timestamptz)
    JOIN accepted ON accepted.no = m.no AND m.seq < accepted.messages AND m.due_at IS NOT NULL
  ),`;

const statements = {
  live: ['accept-messages', statementOf(true)],
  test: ['accept-test-messages', statementOf(false)],
  livePlanned: ['accept-scheduled-messages', statementOf(true, true)],
  testPlanned: ['accept-scheduled-test-messages', statementOf(false, true)],
} as const;

type Kind = 'message' | 'otp';

const accepted = counter<'kind'>({
  name: 'dakiya_messages_accepted_total',
  help: 'Messages accepted: committed and charged.',
  labelNames: ['kind'],
  from0: [{ kind: 'message' }, { kind: 'otp' }],
});

const acceptSeconds = histogram<'kind'>({
  name: 'dakiya_accept_seconds',
  help: 'Time to accept a request, from validation to commit, in seconds.',
  labelNames: ['kind'],
});

/**
 * Counts the accepted messages of one request and logs their ids. Messages of test keys are only logged.
 *
 * @param began the value of `performance.now()` when the handling of the request began
 */
export function recordAccepted(kind: Kind | 'test', messageIds: string[], began: number): void {
  if (kind !== 'test') {
    accepted.inc({ kind }, messageIds.length);
    acceptSeconds.observe({ kind }, (performance.now() - began) / 1_000);
  }
  const [messageId] = messageIds;
  logger.info({ kind, ...(messageIds.length === 1 ? { messageId } : { messageIds }) }, 'accepted');
  traceAccepted(kind, messageIds);
}

/** `room` is null if the usage month had no API calls left. */
type Row = { no: number; room: number | null; granted: number | null; accepted: number | null };

/**
 * Accepts the messages of several requests in one statement, in the order of the requests. All requests must have the same
 * mode.
 *
 * @param options `tx` is an outer transaction; by default the statement is its own transaction. `lockWaitMs` limits the wait
 *   for a lock
 * @returns one result per request; accepted messages are committed when this resolves, or when `tx` commits
 */
export async function acceptMessages(
  requests: AcceptRequest[],
  { tx, lockWaitMs }: { tx?: SqlClient; lockWaitMs?: number } = {},
): Promise<AcceptResult[]> {
  const expiresAt = new Date(clock.now().getTime() + responseRetentionHours * 3_600_000);
  const isLive = requests[0]?.caller.livemode ?? true;
  invariant(
    requests.every(({ caller }) => caller.livemode === isLive),
    'live and test messages are accepted separately',
  );
  const isPlanned = requests.some(({ messages }) => messages.some(({ due_at }) => due_at !== null));
  const [name, statement] = statements[`${isLive ? 'live' : 'test'}${isPlanned ? 'Planned' : ''}`];
  const rows = await query<Row>(
    name,
    statement,
    [
      JSON.stringify(
        requests.map(({ caller, messages }, no) => ({
          no,
          period_id: caller.periodId,
          messages: messages.length,
          ...countUnits(messages),
        })),
      ),
      JSON.stringify(requests.flatMap((request, no) => toSavedResponses(request, no, expiresAt))),
      JSON.stringify(
        requests.flatMap(({ messages }, no) =>
          messages.map((message, seq) => ({ no, seq, ...message })),
        ),
      ),
      ...(isLive ? [lockWaitMs === undefined ? null : String(lockWaitMs)] : []),
    ],
    tx,
  );
  const results = new Array<AcceptResult>(requests.length);
  for (const row of rows) results[row.no] = toAcceptance(row);
  return results;
}

/** The maximum number of messages per statement, which is also the maximum of a batch request. */
const maxBatchSize = 1_000;

const size = {
  max: maxBatchSize,
  weigh: ({ messages }: AcceptRequest) => messages.length,
};

const createLiveBatch = () =>
  createLockAwareBatch(flush, {
    ...size,
    groupOf: ({ caller }: AcceptRequest) => caller.periodId,
    findLocked: findLockedMonths,
  });

/** Codes do not wait for a large batch of messages. */
const acceptLive = { message: createLiveBatch(), otp: createLiveBatch() };

/** Test messages do not lock a usage month, so they never wait for a lock. */
const acceptTest = createBatch((requests: AcceptRequest[]) => flush(requests), size);

/**
 * Accepts the messages of one request, all of one kind, together with other waiting requests. The caller must have looked up the idempotency
 * key (`findSavedResponse`). The statement checks it again, because the same request may have arrived in the meantime.
 *
 * @returns how many messages were accepted, always the first ones of the request; or the saved response of the
 *   idempotency key. The rows are committed, and a worker is woken up in the background
 * @throws DomainError `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function acceptBatched(
  request: AcceptRequest,
): Promise<{ messages: number } | { replay: SavedResponse }> {
  const { idempotency } = request;
  const began = performance.now();
  const result = await acceptOnce(request);
  if (result.kind === 'accepted') {
    const ids = request.messages.slice(0, result.messages).map(({ id }) => id);
    recordAccepted(request.caller.livemode ? kindOf(request) : 'test', ids, began);
    return { messages: result.messages };
  }

  const saved = idempotency && (await findSavedResponse(idempotency));
  if (saved) return { replay: saved };
  invariant(result.kind === 'refused', 'a repeated request has a saved response');
  throw new DomainError(result.code);
}

/** Repeats until the result is final. This takes more than one round only if the month's quota is nearly used up. */
async function acceptOnce(request: AcceptRequest): Promise<AcceptResult> {
  for (;;) {
    const accept = request.caller.livemode ? acceptLive[kindOf(request)] : acceptTest;
    const result = await accept(request);
    if (result.kind !== 'again') return result;
  }
}

const kindOf = ({ messages }: AcceptRequest): Kind => messages[0]?.kind ?? 'message';

/** The lane of a flush, whose requests are all of one kind. */
function laneOf([first]: AcceptRequest[]): keyof typeof wakeUpJob {
  if (first?.caller.livemode === false) return 'test';
  return first && kindOf(first) === 'otp' ? 'otp' : 'messages';
}

/**
 * Runs one statement. Code after the statement must not throw, because `createBatch` would report committed messages as failed.
 */
async function flush(requests: AcceptRequest[], lockWaitMs?: number): Promise<Flushed[]> {
  const results = await acceptMessages(requests, lockWaitMs === undefined ? {} : { lockWaitMs });
  void enqueue(wakeUpJob[laneOf(requests)], listSenders(requests, results));
  return markRetries(requests, results);
}

/** Lists the accounts with accepted messages, without duplicates. */
function listSenders(requests: AcceptRequest[], results: AcceptResult[]) {
  const accepted = requests.filter((_, i) => results[i]?.kind === 'accepted');
  return [...new Set(accepted.map(({ caller }) => caller.userId))].map((userId) => ({ userId }));
}

function toSavedResponses({ idempotency, answer }: AcceptRequest, no: number, expiresAt: Date) {
  if (!idempotency) return [];
  const { scope, key, requestId, requestHash } = idempotency;
  return [
    {
      no,
      scope,
      key,
      request_id: requestId,
      request_hash: requestHash.toString('hex'),
      answer,
      expires_at: expiresAt,
    },
  ];
}

/** Counts the units of all messages. For several messages, `ends` contains the running total after each one. */
function countUnits(messages: NewMessageRow[]) {
  let units = 0;
  const ends = messages.map(({ segments }) => {
    units += segments;
    return units;
  });
  return messages.length > 1 ? { units, ends } : { units };
}

function toAcceptance({ room, granted, accepted }: Row): AcceptResult {
  if (room === null) return { kind: 'refused', code: 'api_call_limit_reached' };
  if (accepted) return { kind: 'accepted', messages: accepted, room };
  if (!granted) return { kind: 'refused', code: 'message_limit_reached', room };
  return { kind: 'repeat' };
}
