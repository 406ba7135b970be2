import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';

/** A one-time password and when it was sent, without its code and its channels. */
export type FoundOtp = {
  id: string;
  recipient: string;
  /** Null for a code without a service. */
  serviceId: string | null;
  /** `expired` as soon as the code is no longer valid. */
  state: 'pending' | 'verified' | 'expired' | 'exhausted';
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
};

type Wanted = { id: string } | { recipient: string; serviceId?: string | null };

const columns = `id, recipient, service_id AS "serviceId", sent_at AS "sentAt", created_at AS "createdAt",
    expires_at AS "expiresAt", CASE WHEN state = 'pending' AND expires_at <= $4 THEN 'expired' ELSE state::text END AS state`;

const byId = `SELECT ${columns} FROM otps WHERE user_id = $1 AND livemode = $2 AND id = $3`;

const byRecipient = `
  SELECT ${columns} FROM otps
  WHERE user_id = $1 AND livemode = $2 AND recipient = $3 AND ($5 OR service_id IS NOT DISTINCT FROM $6)
  ORDER BY created_at DESC LIMIT 1`;

/**
 * Finds a one-time password of the key's account and mode, by its id or as the newest for a number.
 *
 * @param wanted `serviceId` selects codes of one service, or codes without a service if null; by default all codes
 * @returns null if there is none
 */
export async function findOtp(
  { userId, livemode }: Pick<Caller, 'userId' | 'livemode'>,
  wanted: Wanted,
): Promise<FoundOtp | null> {
  const values = [userId, livemode];
  const now = clock.now();
  const [row] =
    'id' in wanted
      ? await query<FoundOtp>('find-otp', byId, [...values, wanted.id, now])
      : await query<FoundOtp>('find-newest-otp', byRecipient, [
          ...[...values, wanted.recipient, now],
          ...[wanted.serviceId === undefined, wanted.serviceId ?? null],
        ]);
  return row ?? null;
}
