import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/** Deletes links and codes whose time is over. @returns how many */
export async function purgeExpiredTokens(): Promise<number> {
  const over = { where: { expiresAt: { lt: clock.now() } } };
  const [tokens, codes] = await Promise.all([
    prisma.accountToken.deleteMany(over),
    prisma.loginCode.deleteMany(over),
  ]);
  return tokens.count + codes.count;
}
