import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { createRateLimiter, type RateLimiter } from '#platform/rate-limit.ts';
import type { EmailKind } from './contract.ts';
import { emailKinds } from './kinds.ts';

const limits = new Map<string, RateLimiter>();
for (const [kind, { maxPerDay: mostADay }] of Object.entries(emailKinds)) {
  if (mostADay === undefined) continue;
  limits.set(kind, createRateLimiter(`mails-${kind}`, { points: mostADay, seconds: 24 * 3_600 }));
}

/**
 * Consumes one email from what an address may get of a kind within 24 hours, over all accounts; for some kinds, of each
 * thing that it is about.
 *
 * @returns whether it may be sent, and whether it is the last one
 */
export async function consumeDailyLimit(
  kind: EmailKind,
  email: string,
  about: string | undefined,
): Promise<{ allowed: boolean; isLast: boolean }> {
  const limit = limits.get(kind);
  if (!limit) return { allowed: true, isLast: false };
  const part = emailKinds[kind].limitedBy?.(about ?? '') ?? '';
  const key = keyedHash('mails-a-day', normalizeEmail(email) + part).toString('base64url');
  const { allowed, remaining } = await limit.consume(key);
  return { allowed, isLast: remaining === 0 };
}
