import type { Database } from '#bench/stack/database.ts';
import { keyHeaders, signUp } from '#bench/stack/sign-up.ts';
import type { Key } from '../stack/calls.ts';

/** An account with a quota that this run knows. */
export type LimitedAccount = {
  name: string;
  userId: string;
  key: Key;
  messageLimit: number;
  apiCallLimit: number;
};

/** A limit that no run reaches. */
const unreachable = 10_000_000;

/** One account that always has quota, and two whose messages or calls are used up in the middle of any run. */
const quotas = {
  plenty: { messageLimit: unreachable, apiCallLimit: unreachable },
  'few messages': { messageLimit: 150, apiCallLimit: unreachable },
  'few calls': { messageLimit: unreachable, apiCallLimit: 30 },
};

/** Signs the accounts up. @param url of a web */
export async function createAccounts(url: string, database: Database): Promise<LimitedAccount[]> {
  const accounts: LimitedAccount[] = [];
  for (const [name, quota] of Object.entries(quotas)) {
    const { userId, createKey } = await signUp(url, name.replaceAll(' ', '-'));
    const key = await createKey(name);
    // The first call with a key creates the usage period.
    const response = await fetch(`${url}/api/v1/balance`, { headers: keyHeaders(key) });
    if (!response.ok) throw new Error(`/balance returned ${response.status}`);
    const rows = await database.query(
      `UPDATE usage_periods SET messages_used = 0, api_calls_used = 0, message_limit = $2, api_call_limit = $3
       WHERE user_id = $1 RETURNING id`,
      [userId, quota.messageLimit, quota.apiCallLimit],
    );
    if (rows.length !== 1) throw new Error(`${name} has ${rows.length} usage periods`);
    accounts.push({ name, userId, key, ...quota });
  }
  return accounts;
}
