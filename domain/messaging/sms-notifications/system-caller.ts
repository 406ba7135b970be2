import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { allKeyScopes } from '#domain/identity/api-keys/scopes.browser.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

/**
 * The installation's own account. It has no password and no API key, and its address is not a valid
 * one, so that it cannot be signed up, signed in to or reset. Its usage month has no end and no
 * practical limit.
 */
const caller: Caller = {
  userId: 'usr_system',
  keyId: 'dk_system',
  livemode: true,
  scopes: allKeyScopes,
  restriction: null,
  periodId: 'use_system',
  maySend: true,
  onDefaultPlan: false,
  settings: defaultSettings,
};

const statement = `
  WITH account AS (
    INSERT INTO users (id, name, email, email_key, email_confirmed_at, created_at)
    VALUES ($1, 'Dakiya', 'system', 'system', $3, $3) ON CONFLICT DO NOTHING
  )
  INSERT INTO usage_periods (id, user_id, plan_id, starts_at, ends_at, message_limit, api_call_limit)
  VALUES ($2, $1, 'pln_system', $3, '9999-12-31', 2147483647, 2147483647) ON CONFLICT DO NOTHING`;

/** The caller that sends the installation's own SMS; its account is created on first use. */
export async function systemCaller(): Promise<Caller> {
  await query('make-system-account', statement, [caller.userId, caller.periodId, clock.now()]);
  return caller;
}

export const systemUserId = caller.userId;
