import { Redis } from 'ioredis';
import { expect } from 'vitest';
import { failedLoginCeiling } from '#domain/identity/accounts/limit-auth-attempts.ts';
import { normalizeEmail } from '#domain/shared/text.browser.ts';
import { keyedHash } from '#platform/crypto.ts';
import { redisSettings } from '#platform/redis.ts';
import { forgetLoginDelays } from '../harness/flush-redis.ts';
import { client } from './client.ts';

/** How many wrong attempts in a row are not delayed. */
const atOnce = 5;

/**
 * Enters wrong passwords, each from another address, until the account's logins need an emailed code. Resets the delays, so
 * that later attempts are not delayed.
 *
 * @param url the address of a web server with TRUSTED_PROXIES=1
 */
export async function guessToCeiling(url: string, email: string): Promise<void> {
  const guess = (i: number) =>
    client(url, null).post(
      '/users/login',
      { email, password: `guess ${i}` },
      { 'x-forwarded-for': `203.0.113.${i}` },
    );
  let tried = 0;
  // On a busy machine, the web server may count an attempt in its memory, because Redis did not respond in time. So the
  // loop continues until Redis has counted enough.
  for (;;) {
    const missing = failedLoginCeiling - (await countWrong(email));
    if (missing <= 0) break;
    await forgetLoginDelays();
    const guesses = Array.from({ length: Math.min(missing, atOnce) }, () => guess(tried++));
    for (const { body } of await Promise.all(guesses))
      expect(body.error.code).toBe('invalid_credentials');
  }
  await forgetLoginDelays();
}

/** How many wrong passwords Redis has counted for an account. */
async function countWrong(email: string): Promise<number> {
  const account = keyedHash('login-attempts', normalizeEmail(email)).toString('base64url');
  const redis = new Redis(redisSettings.REDIS_URL);
  const count = await redis.get(`attempts:failed-logins:${account}`);
  redis.disconnect();
  return Number(count ?? 0);
}
