import { retentionSettings } from '#domain/messaging/months/settings.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { timeOfId } from '#platform/ids.ts';

const dayMs = 24 * 3_600_000;

/** Messages that were accepted before are past what the law wants the log to have; milliseconds since 1970. */
export const lawfulSince = (): number =>
  databaseClock.now() - retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs;

/**
 * Until when the law wants the log to have a message.
 *
 * @param messageId null for none
 * @returns null if it does not any more
 */
export function retainedUntil(messageId: string | null): Date | null {
  if (messageId === null || timeOfId(messageId) < lawfulSince()) return null;
  return new Date(timeOfId(messageId) + retentionSettings.MESSAGE_RETENTION_MIN_DAYS * dayMs);
}
