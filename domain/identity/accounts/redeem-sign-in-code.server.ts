import { createSession } from '#domain/identity/sessions/create-session.server.ts';
import { clock } from '#platform/clock.ts';
import { query, transaction } from '#platform/db.server.ts';
import { hashToken } from './issue-token.server.ts';
import { noteDevice } from './note-device.server.ts';

/** Whoever deletes the row has used the code; everybody else finds none. */
const take = `
  DELETE FROM account_tokens
  WHERE token_hash = $1 AND purpose = 'sign_in' AND bound_to = $2 AND expires_at > $3
  RETURNING user_id AS "userId"`;

/**
 * Exchanges a one-time code for a browser's session.
 *
 * @param secret what the code was bound to
 * @param browser how it names itself, and the id that it keeps in a cookie
 * @returns the session's token, or null if the code is unknown, used, over, or another browser's
 */
export function redeemSignInCode(
  code: string,
  secret: string,
  browser: { userAgent: string; device: string },
): Promise<string | null> {
  return transaction(async (on) => {
    const values = [hashToken(code), hashToken(secret), clock.now()];
    const [row] = await query<{ userId: string }>('take-sign-in-code', take, values, on);
    if (!row) return null;
    const holder = { kind: 'browser', ...browser } as const;
    await noteDevice(row.userId, holder, on);
    return createSession(row.userId, holder, on);
  });
}
