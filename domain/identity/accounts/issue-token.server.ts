import { createHash, randomBytes } from 'node:crypto';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { TokenPurpose } from './contract.ts';

type NewToken = {
  purpose: TokenPurpose;
  userId: string;
  lifeMs: number;
  /**
   * A value that must match when the token is used: a secret of the browser, or the address it went
   * to.
   */
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
