import { createHash, randomBytes } from 'node:crypto';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { confirmLinkTtlMs, resetLinkTtlMs, type TokenPurpose, undoMs } from './contract.browser.ts';

type NewToken = {
  purpose: TokenPurpose;
  userId: string;
  lifeMs: number;
  /** A value that the user of the token must present too: a secret of the browser, or the email address that got the link. */
  boundTo?: string;
  /** Whether earlier tokens with the same purpose stay valid. */
  besideOthers?: boolean;
};

/** Hashes a token for storage. An unkeyed hash is enough, because a token has 256 random bits and cannot be guessed. */
export const hashToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());

/**
 * Issues a one-time token. Earlier tokens with the same purpose become invalid, unless `besideOthers` is set.
 *
 * @returns the token, 43 characters of base64url; only its hash is stored
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
 * @param email the email address that gets the link. The link becomes invalid if the account gets another email address.
 */
export function issueMailedToken(
  purpose: keyof typeof ttlMs,
  userId: string,
  email: string,
): Promise<string> {
  return issueToken({ purpose, userId, lifeMs: ttlMs[purpose], boundTo: normalizeEmail(email) });
}

/**
 * SQL condition that matches a valid emailed token: `$1` is its hash, `$2` its purpose, `$3` the current time. A token becomes
 * invalid when the account's address changes.
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
