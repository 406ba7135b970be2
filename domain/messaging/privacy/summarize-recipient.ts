import { listOtpsOf } from '#domain/messaging/otp/otps-of-recipient.ts';
import { findSuppression } from '#domain/messaging/recipients/suppressions.ts';
import { afterAll, countOf, findNewest } from './messages-of-recipient.ts';
import { retainedUntil } from './retained-until.ts';

/** Counting more messages of a number would take a web too long. */
const maxCounted = 10_000;

/** How much an account has stored of a number, without showing it. @param recipient in E.164 */
export async function summarizeRecipient(userId: string, recipient: string) {
  const all = { userId, recipient, after: '', until: afterAll };
  const [messages, newest, otps, suppression] = await Promise.all([
    countOf(all, maxCounted),
    findNewest(all),
    listOtpsOf(userId, recipient),
    findSuppression(userId, recipient),
  ]);
  return {
    recipient,
    messages,
    /** Whether there may be more messages than were counted. */
    isMore: messages >= maxCounted,
    otps: otps.length,
    suppressedSince: suppression?.createdAt ?? null,
    /** Until when the log would have what is left, if the number were erased now; null if nothing would be. */
    retainedUntil: retainedUntil(newest),
  };
}

export type RecipientSummary = Awaited<ReturnType<typeof summarizeRecipient>>;
