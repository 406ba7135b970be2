import { randomInt } from 'node:crypto';
import { clock } from '#platform/clock.ts';
import { keyedHash, keyedHashes } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';
import { loginCode } from './contract.ts';

/** The stored hash. It is keyed: a plain hash of a million possible codes could be reversed. */
const hashLoginCode = (userId: string, code: string) =>
  new Uint8Array(keyedHash('login-code', `${userId}|${code}`));

/** The possible stored hashes of a code: one for each key of `HASH_KEY`. */
export const listLoginCodeHashes = (userId: string, code: string) =>
  keyedHashes('login-code', `${userId}|${code}`);

/** Issues a login code and replaces the previous one. @returns its digits, which are not stored */
export async function issueLoginCode(userId: string): Promise<string> {
  const code = String(randomInt(10 ** loginCode.digits)).padStart(loginCode.digits, '0');
  const now = clock.now();
  const values = {
    codeHash: hashLoginCode(userId, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + loginCode.ttlMs),
  };
  await prisma.loginCode.upsert({
    where: { userId },
    create: { userId, ...values },
    update: values,
  });
  return code;
}
