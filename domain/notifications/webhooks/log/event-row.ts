import type { EventOutput } from '../contract.browser.ts';
import type { EventType } from '../event-types.browser.ts';

/** An event `e` with its place in the queue, `q`. */
export const eventColumns = `e.id, e.user_id AS "userId", e.endpoint_id AS "endpointId", e.type, e.livemode,
    e.subject_id AS "subjectId", e.at, e.version, e.reason, e.data, e.state, e.attempts,
    e.last_status AS "lastStatus", e.last_error AS "lastError", e.duration_ms AS "durationMs",
    e.delivered_at AS "deliveredAt", q.due_at AS "dueAt"`;

export type EventRow = {
  id: string;
  userId: string;
  endpointId: string;
  type: EventType;
  livemode: boolean;
  subjectId: string | null;
  at: Date;
  version: number | null;
  reason: string | null;
  /** Null where it is rendered from the row that the event is about. */
  data: Record<string, unknown> | null;
  state: EventOutput['status'];
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  durationMs: number | null;
  deliveredAt: Date | null;
  dueAt: Date | null;
};

/**
 * SQL condition: keys of a mode see an event. A made-up event, which is posted to try an endpoint out, says that it is not of live
 * mode, and is of the mode of its endpoint; once that is deleted no key sees it.
 *
 * @param event alias of a row of `webhook_events`
 * @param parameter the mode; of each if it is null
 */
export const isOfModeSql = (event: string, parameter: string) =>
  `(${parameter}::boolean IS NULL OR ${parameter} = CASE
    WHEN ${event}.livemode OR ${event}.subject_id IS NOT NULL THEN ${event}.livemode
    ELSE (SELECT own.livemode FROM webhook_endpoints AS own WHERE own.id = ${event}.endpoint_id) END)`;
