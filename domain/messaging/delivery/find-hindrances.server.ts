import { databaseClock } from '#platform/database-clock.ts';
import { checkDlt } from '../dlt/check/check-dlt.ts';
import type { Finding } from '../dlt/check/verdicts.ts';
import { loadRegistry } from '../dlt/registry/load-registry.server.ts';
import { profileOf } from '../dlt/sending/profile-of.server.ts';
import { nextStart } from './carriers/hours.ts';
import type { ReservedMessage } from './contract.ts';

/** Why DLT would refuse a message now, and in how many milliseconds it would not; null if waiting does not help. */
export type Hindrance = { finding: Finding; waitMs: number | null };

/**
 * Checks a message of an account's own entity once more: since it was accepted, its header may have been suspended, its
 * template withdrawn, or the hours for promotional messages may have ended.
 */
export async function findHindrance(
  message: ReservedMessage,
  text: string,
): Promise<Hindrance | null> {
  const { userId, recipient, sender, templateId, entityId } = message;
  if (entityId === null) return null;
  const { registry, mode } = await loadRegistry(userId);
  const profile = profileOf(mode);
  const now = new Date(databaseClock.now());
  const given = { text, recipient, sender, entityId, templateId: templateId ?? undefined };
  const { error: finding } = checkDlt(given, registry, now, profile);
  if (!finding) return null;
  if (finding.code !== 'dlt_promo_window' || !message.mayWait) return { finding, waitMs: null };
  const start = nextStart(profile.promotionalHours, now);
  return { finding, waitMs: start < message.validUntil ? start.getTime() - now.getTime() : null };
}
