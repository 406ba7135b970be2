import { transaction } from '#platform/db.ts';
import { perInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { onShutdown } from '#platform/shutdown.ts';
import {
  type AuditEvent,
  appendAudit,
  refusedStream,
  type StoredEvent,
  toStored,
} from './record-audit.ts';

/** How long attempts are collected before they are written, in milliseconds. */
const lateMs = 1_000;

/** The number of attempts of one account that a process records per hour. The log has the others. */
const maxPerHour = 60;

/** The number of waiting attempts, for a database that does not respond. */
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
 * Records an attempt that was refused, such as a wrong password. The attempts of all accounts share a stream, and are written
 * a second later in one transaction: any person can fail to sign in, and must neither delay the owner's own actions nor
 * learn from the response time whether an account exists.
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
    logger.warn({ error, events: events.length }, 'could not record refused attempts; will retry');
    own.waiting.unshift(...events);
    own.timer ??= setTimeout(() => void writeRefused(), lateMs).unref();
  }
}
