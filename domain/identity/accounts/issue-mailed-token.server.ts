import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { confirmLinkTtlMs, resetLinkTtlMs } from './contract.ts';
import { issueToken } from './issue-token.server.ts';

const ttlMs = { confirm_email: confirmLinkTtlMs, reset_password: resetLinkTtlMs };

/**
 * Issues the token of an emailed link.
 *
 * @param email the link becomes invalid if the account's address changes
 */
export function issueMailedToken(
  purpose: keyof typeof ttlMs,
  userId: string,
  email: string,
): Promise<string> {
  return issueToken({ purpose, userId, lifeMs: ttlMs[purpose], boundTo: normalizeEmail(email) });
}
