import { createHash, randomBytes } from 'node:crypto';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { confirmLinkTtlMs, resetLinkTtlMs, type TokenPurpose, undoMs } from './contract.browser.ts';

type NewToken = {
  purpose: TokenPurpose;
  userId: string;
  lifeMs: number;
  /** A value that must match when the token is used: a secret of the browser, or the recipient's address. */
  boundTo?: string;
  /** Keeps earlier tokens of the same purpose valid. */
  besideOthers?: boolean;
};

/** A plain hash: a token has too many bits to be guessed. */
export const hashToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());

/**
 * Issues a one-time token. Earlier tokens of the same purpose become invalid unless `besideOthers`
 * is set.
 *
 * @returns 43 characters of base64url, which are not stored
 */
export async function issueToken({
  purpose,
  userId,
  lifeMs,
  boundTo,
  besideOthers = false,
}: NewToken): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await prisma.$transaction([
    ...(besideOthers ? [] : [prisma.accountToken.deleteMany({ where: { userId, purpose } })]),
    prisma.accountToken.create({
      data: {
        tokenHash: hashToken(token),
        purpose,
        userId,
        boundTo: boundTo === undefined ? null : hashToken(boundTo),
        createdAt: now,
        expiresAt: new Date(now.getTime() + lifeMs),
      },
    }),
  ]);
  return token;
}

const ttlMs = {
  confirm_email: confirmLinkTtlMs,
  reset_password: resetLinkTtlMs,
  undo_account_deletion: undoMs,
};

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

/**
 * Matches a valid emailed token: `$1` its hash, `$2` its purpose, `$3` now. A token is invalid once
 * the account's address is not the one it was emailed to.
 */
export const validMailedTokenSql = `
  token_hash = $1 AND purpose = $2::token_purpose AND expires_at > $3
    AND users.id = account_tokens.user_id
    AND bound_to = sha256(convert_to(users.email_key, 'UTF8'))`;

/** Deletes expired tokens and login codes. @returns how many */
export async function purgeExpiredTokens(): Promise<number> {
  const expired = { where: { expiresAt: { lt: clock.now() } } };
  const [tokens, codes] = await Promise.all([
    prisma.accountToken.deleteMany(expired),
    prisma.loginCode.deleteMany(expired),
  ]);
  return tokens.count + codes.count;
}
