import { randomInt } from 'node:crypto';
import { clock } from '#platform/clock.ts';
import { keyedHash, keyedHashes } from '#platform/crypto.server.ts';
import { prisma } from '#platform/db.server.ts';
import { loginCode } from './contract.ts';

/** What is stored of a code. It is keyed, because a plain hash of a million possible codes is no secret. */
const hashLoginCode = (userId: string, code: string) =>
  new Uint8Array(keyedHash('login-code', `${userId}|${code}`));

/** What may be stored of a code: its hash under each key of `HASH_KEY`. */
export const hashesOfLoginCode = (userId: string, code: string) =>
  keyedHashes('login-code', `${userId}|${code}`);

/** Makes the code that is mailed. The one before it is void. @returns its digits, which are stored nowhere */
export async function issueLoginCode(userId: string): Promise<string> {
  const code = String(randomInt(10 ** loginCode.digits)).padStart(loginCode.digits, '0');
  const now = clock.now();
  const made = {
    codeHash: hashLoginCode(userId, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + loginCode.lifeMs),
  };
  await prisma.loginCode.upsert({
    where: { userId },
    create: { userId, ...made },
    update: made,
  });
  return code;
}
