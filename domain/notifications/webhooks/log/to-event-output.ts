import type { EventOutput } from '../contract.browser.ts';
import type { EventRow } from './event-row.ts';

export const toEventOutput = (row: EventRow): EventOutput => ({
  _id: row.id,
  endpoint: row.endpointId,
  type: row.type,
  livemode: row.livemode,
  subject: row.subjectId,
  timestamp: row.at.toISOString(),
  status: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  lastError: row.lastError,
  durationMs: row.durationMs,
  nextAttemptAt: row.dueAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});
