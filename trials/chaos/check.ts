import { setTimeout as pause } from 'node:timers/promises';
import { type EventReceiver, findWrongEvents } from '#tests/harness/event-receiver.ts';
import type { Database } from '#tests/harness/stack.ts';
import type { Key, Sandbox } from '#tests/harness/stack-clients.ts';
import type { Answers } from './answers.ts';

/** An account with a known quota. */
export type LimitedAccount = {
  name: string;
  userId: string;
  key: Key;
  messageLimit: number;
  apiCallLimit: number;
};

/** If nothing has changed for this time, in milliseconds, all open messages and receipts count as lost. */
const stallMs = 60_000;

type Row = {
  id: string;
  userId: string;
  kind: 'message' | 'otp';
  recipient: string;
  segments: number;
  state: string;
  reason: string | null;
};

export type Outcome = {
  /** How many messages are in each state. */
  states: Record<string, number>;
  /** Submits that the carrier accepted. */
  carrierAccepted: number;
  problems: string[];
};

const select = `
  SELECT id, user_id AS "userId", kind, substr(recipient, 4) AS recipient, segments, state::text AS state, reason
  FROM messages ORDER BY id`;

const open = `
  SELECT (SELECT count(*)::int FROM message_queue) AS queued,
    (SELECT count(*)::int FROM messages WHERE state IN ('queued', 'submitting', 'sent')) AS open,
    (SELECT count(*)::int FROM receipt_inbox) AS inbox`;

const unmatched = `
  SELECT received_at, carrier_message_id, recipient, status FROM receipt_inbox ORDER BY id LIMIT 20`;

type Waiting = { database: Database; sandbox: Sandbox };

/**
 * Waits until every message has a final state and every receipt is matched.
 *
 * @returns a sentence if messages or receipts are still open after a minute in which nothing changed
 */
export async function waitUntilSettled({ database, sandbox }: Waiting): Promise<string[]> {
  let last = '';
  let changedAt = performance.now();
  for (;;) {
    const [counts] = await database.query<{ queued: number; open: number; inbox: number }>(open);
    const { accepted, receipts, receiptsWaiting } = await sandbox.totals();
    // Each submit that the carrier accepted has one receipt. A receipt acknowledged twice counts once.
    const isSettled =
      counts?.queued === 0 && counts.open === 0 && counts.inbox === 0 && receipts >= accepted;
    if (isSettled && receiptsWaiting === 0) return [];
    const now = JSON.stringify([counts, accepted, receipts, receiptsWaiting]);
    if (now !== last) changedAt = performance.now();
    else if (performance.now() - changedAt > stallMs) {
      const receipts = await database.query(unmatched);
      return [
        `nothing has changed for ${stallMs / 1_000} s, but not all is settled: ${now}`,
        ...(receipts.length > 0 ? [`receipts without a part: ${JSON.stringify(receipts)}`] : []),
      ];
    }
    last = now;
    await pause(100);
  }
}

type Checked = Waiting & { accounts: LimitedAccount[]; answers: Answers; receiver: EventReceiver };

/** Waits until everything is settled, and compares the callers' results with the database and the carrier's counters. */
export async function checkAfterTrial(checked: Checked): Promise<Outcome> {
  const { database, sandbox, accounts, answers, receiver } = checked;
  const stalled = await waitUntilSettled(checked);
  const rows = await database.query<Row>(select);
  const states: Record<string, number> = {};
  for (const { state } of rows) states[state] = (states[state] ?? 0) + 1;
  const totals = await sandbox.totals();
  return {
    states,
    carrierAccepted: totals.accepted,
    problems: [
      ...answers.problems,
      ...stalled,
      ...findLostOrDoubled(rows, answers),
      ...(await findWrongSubmits(rows, checked)),
      ...(totals.duplicates > 0 ? [`the carrier has ${totals.duplicates} submits twice`] : []),
      ...(await findWrongQuotas(database, accounts, answers, rows)),
      ...(await findEarlyExpiries(database)),
      ...(await findWrongEvents(database, receiver)),
    ],
  };
}

/** Finds lost and doubled messages: each accepted message must be stored once, and no other message may be stored. */
function findLostOrDoubled(rows: Row[], { accepted }: Answers): string[] {
  const stored = new Map<string, Row[]>();
  for (const row of rows) stored.set(row.recipient, [...(stored.get(row.recipient) ?? []), row]);
  const problems: string[] = [];
  for (const [recipient, { id, userId, segments }] of accepted) {
    const found = stored.get(recipient) ?? [];
    const [row] = found;
    const ids = found.map((one) => one.id).join(', ');
    if (!row) problems.push(`${id} to ${recipient} was accepted and is not stored`);
    else if (found.length > 1) problems.push(`${recipient} has ${found.length} messages: ${ids}`);
    else if (row.id !== id && !id.startsWith('otp_'))
      problems.push(`${recipient} has ${row.id}, and its caller was told ${id}`);
    else if (row.userId !== userId || row.segments !== segments)
      problems.push(`${row.id} has another account or number of segments than accepted`);
  }
  for (const { id, recipient } of rows) {
    if (!accepted.has(recipient)) problems.push(`${id} is stored, and no caller was told of it`);
  }
  return problems;
}

/**
 * Whether a message is a code whose late throttle response came after the submit had timed out. By then the code's text is
 * deleted, so it cannot be sent again, and it is not charged.
 */
const isThrottledLate = ({ kind, state, reason }: Row) =>
  kind === 'otp' && state === 'failed' && reason === 'refused with 0x00000058';

/**
 * Finds wrong submits. The carrier must have each segment of a delivered message exactly once. The carrier may have
 * some segments of an unknown message, each at most once. It cannot have all segments, because their receipts would
 * settle the message. Other states are possible only for a code that a late response throttled.
 */
async function findWrongSubmits(rows: Row[], { database, sandbox }: Waiting): Promise<string[]> {
  const problems: string[] = [];
  const accepted = await sandbox.acceptedFor(rows.map(({ recipient }) => `91${recipient}`));
  for (const [i, row] of rows.entries()) {
    const { id, recipient, segments, state, reason } = row;
    const taken = accepted[i] ?? 0;
    if (isThrottledLate(row) && taken === 0) continue;
    const isRight = state === 'delivered' ? taken === segments : taken < segments;
    if (!['delivered', 'unknown'].includes(state)) problems.push(`${id} is ${state}: ${reason}`);
    else if (!isRight)
      problems.push(
        `${id} to ${recipient} is ${state}; the carrier has ${taken} of ${segments}: ` +
          JSON.stringify(await database.query(timeline, [id])),
      );
  }
  return problems;
}

/** The events of a message, which show when it was submitted. */
const timeline = `SELECT * FROM message_timeline WHERE message_id = $1 ORDER BY at`;

const usage = `
  SELECT user_id AS "userId", sum(messages_used)::int AS messages, sum(api_calls_used)::int AS calls
  FROM usage_periods GROUP BY user_id`;

/**
 * Finds wrong charges. Each account must be charged for its accepted messages. An account may have a rejected message only if
 * its limit is used up.
 */
async function findWrongQuotas(
  database: Database,
  accounts: LimitedAccount[],
  answers: Answers,
  rows: Row[],
) {
  const used = await database.query<{ userId: string; messages: number; calls: number }>(usage);
  const problems: string[] = [];
  for (const { name, userId, messageLimit, apiCallLimit } of accounts) {
    const { messages = 0, calls = 0 } = used.find((one) => one.userId === userId) ?? {};
    const segmentsOf = (list: Iterable<Pick<Row, 'userId' | 'segments'>>) =>
      [...list].reduce((sum, one) => sum + (one.userId === userId ? one.segments : 0), 0);
    const credited = segmentsOf(rows.filter(isThrottledLate));
    const expected = segmentsOf(answers.accepted.values()) - credited;
    const expectedCalls = answers.calls.get(userId) ?? 0;
    const account = `the account with ${name} (${userId})`;
    if (messages !== expected)
      problems.push(`${account} is charged ${messages} segments, and ${expected} were accepted`);
    const maybe = answers.maybeCalls.get(userId) ?? 0;
    if (calls < expectedCalls || calls > expectedCalls + maybe)
      problems.push(
        `${account} is charged ${calls} calls instead of ${expectedCalls} (+ ${maybe})`,
      );
    if (answers.outOfMessages.has(userId) && messages + credited < messageLimit)
      problems.push(`${account} was refused a message with ${messages} of ${messageLimit} used`);
    if (answers.outOfCalls.has(userId) && calls !== apiCallLimit)
      problems.push(`${account} was refused a call with ${calls} of ${apiCallLimit} used`);
  }
  return problems;
}

/** Finds one-time passwords that a worker with a fast clock has expired too early. */
async function findEarlyExpiries(database: Database): Promise<string[]> {
  const early = `SELECT id FROM otps WHERE state = 'expired' AND expires_at > now()`;
  const rows = await database.query<{ id: string }>(early);
  return rows.map(({ id }) => `${id} was expired before its time`);
}
