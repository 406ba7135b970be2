import { query } from '#platform/db.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf } from '../contract.ts';

/** Rows that are counted at most: counting takes about 0.1 s of PostgreSQL for each million. */
const maxRows = 1_000_000;

/**
 * The wait of an attempted message counts from when it was due again. A message that a carrier keeps refusing temporarily
 * may wait until its validity ends, and would hide whether other messages move.
 */
const statement = `
  SELECT kind,
    count(*) FILTER (WHERE worker_id IS NULL AND due_at <= now()) AS waiting,
    count(*) FILTER (WHERE worker_id IS NOT NULL) AS active,
    count(*) FILTER (WHERE worker_id IS NULL AND due_at > now()) AS delayed,
    coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE due_at <= now() AND carrier IS NULL)), 0)::float8
      AS "lagSeconds"
  FROM (SELECT * FROM message_queue LIMIT ${maxRows}) AS counted
  GROUP BY kind`;

type Depth = {
  /** Messages that are due, that a worker has reserved, and that are due later. */
  states: { waiting: number; active: number; delayed: number };
  /** How long the oldest due message has waited. */
  lagSeconds: number;
};

type Row = { kind: string; lagSeconds: number } & Depth['states'];

/** Counts the undelivered messages of each lane. */
export async function readQueueDepth(): Promise<Record<Lane, Depth>> {
  const rows = await query<Row>('queue-depth', statement, []);
  const read = (lane: Lane): Depth => {
    const row = rows.find(({ kind }) => kind === kindOf[lane]);
    const { lagSeconds = 0, waiting = 0, active = 0, delayed = 0 } = row ?? {};
    return { states: { waiting, active, delayed }, lagSeconds };
  };
  return { otp: read('otp'), messages: read('messages'), test: read('test') };
}
