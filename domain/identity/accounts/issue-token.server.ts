import { createHash, randomBytes } from 'node:crypto';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import type { TokenPurpose } from './contract.ts';

type NewToken = {
  purpose: TokenPurpose;
  userId: string;
  lifeMs: number;
  /** What must be there again when it is used: a secret of the browser, or the address it went to. */
  boundTo?: string;
  /** Leaves the older ones of the same purpose good. */
  besideOthers?: boolean;
};

/** What is stored of a token, or of what it is bound to: too many bits to be guessed. */
export const hashToken = (token: string) =>
  new Uint8Array(createHash('sha256').update(token).digest());

/**
 * Makes a link or code that is good once. A new one makes the older ones of the same purpose void, unless told
 * otherwise.
 *
 * @returns 43 characters of base64url, which are stored nowhere
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
