import { query } from '#platform/db.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf } from '../contract.ts';

/** Maximum number of rows to count. Counting a million rows takes PostgreSQL about 0.1 s. */
const maxRows = 1_000_000;

/**
 * For a message that is tried again, the waiting time begins when the message is due again. Otherwise one message that
 * a carrier keeps refusing temporarily would determine the lag, and the lag would not show whether other messages are
 * being sent. Messages of suspended accounts count as delayed, for the same reason.
 */
const statement = `
  SELECT kind,
    count(*) FILTER (WHERE worker_id IS NULL AND due_at <= now() AND NOT is_held) AS waiting,
    count(*) FILTER (WHERE worker_id IS NOT NULL) AS active,
    count(*) FILTER (WHERE worker_id IS NULL AND (due_at > now() OR is_held)) AS delayed,
    coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now() AND carrier IS NULL AND NOT is_held)), 0)::float8
      AS "lagSeconds"
  FROM (
    SELECT *, user_id = ANY (ARRAY (SELECT user_id FROM account_suspensions)) AS is_held
    FROM message_queue LIMIT ${maxRows}) AS counted
  GROUP BY kind`;

type Depth = {
  /** Number of messages that are due (`waiting`), reserved by a worker (`active`), or due later or held (`delayed`). */
  states: { waiting: number; active: number; delayed: number };
  /** How long the longest waiting due message has waited, in seconds. */
  lagSeconds: number;
};

type Row = { kind: string; lagSeconds: number } & Depth['states'];

/** Counts the messages in the queue of each lane. */
export async function readQueueDepth(): Promise<Record<Lane, Depth>> {
  const rows = await query<Row>('queue-depth', statement, []);
  const read = (lane: Lane): Depth => {
    const row = rows.find(({ kind }) => kind === kindOf[lane]);
    const { lagSeconds = 0, waiting = 0, active = 0, delayed = 0 } = row ?? {};
    return { states: { waiting, active, delayed }, lagSeconds };
  };
  return { otp: read('otp'), messages: read('messages'), test: read('test') };
}
