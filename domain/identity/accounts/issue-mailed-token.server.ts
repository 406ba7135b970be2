import { normalizeEmail } from '#domain/shared/normalize-email.ts';
import { confirmLinkTtlMs, resetLinkTtlMs } from './contract.ts';
import { issueToken } from './issue-token.server.ts';

const lifeMs = { confirm_email: confirmLinkTtlMs, reset_password: resetLinkTtlMs };

/**
 * Makes the token of a link that is mailed.
 *
 * @param email where it is mailed: the link is void if the account has another address by then
 */
export function issueMailedToken(
  purpose: keyof typeof lifeMs,
  userId: string,
  email: string,
): Promise<string> {
  return issueToken({ purpose, userId, lifeMs: lifeMs[purpose], boundTo: normalizeEmail(email) });
}
