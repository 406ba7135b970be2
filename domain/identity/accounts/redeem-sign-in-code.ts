import { logAuthEvent } from '#domain/identity/auth-events.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, transaction } from '#platform/db.ts';
import { hashToken } from './account-tokens.ts';
import { recordDevice } from './record-device.ts';

/** Deleting the row is what consumes the code, so two parallel requests cannot both use it. */
const consumeCode = `
  DELETE FROM account_tokens
  WHERE token_hash = $1 AND purpose = 'sign_in' AND bound_to = $2 AND expires_at > $3
  RETURNING user_id AS "userId"`;

/**
 * Exchanges a one-time code for a browser session.
 *
 * @param secret the value that the code is bound to
 * @param browser its user agent, and the device id of its cookie
 * @returns the session's token, or null if the code is unknown, used, expired, or bound to another
 *   browser
 */
export function redeemSignInCode(
  code: string,
  secret: string,
  browser: { userAgent: string; device: string },
): Promise<string | null> {
  return transaction(async (tx) => {
    const values = [hashToken(code), hashToken(secret), clock.now()];
    const [row] = await query<{ userId: string }>('consume-sign-in-code', consumeCode, values, tx);
    if (!row) return null;
    const device = { kind: 'browser', ...browser } as const;
    await recordDevice(row.userId, device, tx);
    tx.afterCommit(() =>
      logAuthEvent('login_succeeded', { accountId: row.userId, by: 'provider' }),
    );
    return createSession(row.userId, device, tx);
  });
}
