import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes expired tokens and login codes. @returns how many */
export async function purgeExpiredTokens(): Promise<number> {
  const expired = { where: { expiresAt: { lt: clock.now() } } };
  const [tokens, codes] = await Promise.all([
    prisma.accountToken.deleteMany(expired),
    prisma.loginCode.deleteMany(expired),
  ]);
  return tokens.count + codes.count;
}
