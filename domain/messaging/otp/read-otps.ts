import { addSubjectEventsSql } from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { maxTtlSeconds } from './services/contract.ts';

/** An earlier OTP to a number. */
export type OtpRow = {
  id: string;
  state: string;
  /** Null once the OTP has ended. */
  encryptedCode: Buffer | null;
  attempts: number;
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
  /** Null for the installation's service. */
  serviceId: string | null;
  isTest: boolean;
};

/** A number of an account in one mode: codes of test keys and of live keys are independent. */
type OtpNumber = { userId: string; recipient: string; livemode: boolean };

/** In seconds. The sends of a day count towards limits, and an OTP can be resent while it is valid. */
export const lookBackSeconds = 24 * 3_600 + maxTtlSeconds;

/** OTPs of test numbers do not count towards limits, but a pending one must be replaced by the new one. */
const statement = `
  SELECT place::int, id, state, encrypted_code AS "encryptedCode", attempts, sent_at AS "sentAt",
    created_at AS "createdAt", expires_at AS "expiresAt", service_id AS "serviceId", is_test AS "isTest"
  FROM unnest($1::text[], $2::text[], $4::boolean[]) WITH ORDINALITY AS wanted(user_id, recipient, livemode, place)
  JOIN otps USING (user_id, recipient, livemode)
  WHERE (created_at > $3 AND NOT is_test) OR state = 'pending'
  ORDER BY place, created_at DESC`;

/**
 * Reads the OTPs of the last day in one mode to each of these numbers. Repeated numbers are read once.
 *
 * @returns a list for each number, newest first
 */
export async function readOtps(
  numbers: OtpNumber[],
  now: Date,
  tx: SqlClient,
): Promise<OtpRow[][]> {
  const keyOf = ({ userId, recipient, livemode }: OtpNumber) =>
    `${userId}|${recipient}|${livemode}`;
  const wanted = [...new Map(numbers.map((number) => [keyOf(number), number])).values()];
  const rows = await query<OtpRow & { place: number }>(
    'otps-of-numbers',
    statement,
    [
      wanted.map(({ userId }) => userId),
      wanted.map(({ recipient }) => recipient),
      new Date(now.getTime() - lookBackSeconds * 1_000),
      wanted.map(({ livemode }) => livemode),
    ],
    tx,
  );
  const lists = new Map(wanted.map((number) => [keyOf(number), [] as OtpRow[]]));
  const inOrder = [...lists.values()];
  for (const { place, ...row } of rows) inOrder[place - 1]?.push(row);
  return numbers.map((number) => lists.get(keyOf(number)) ?? []);
}

/**
 * CTEs that write events, for a statement that changes the states of one-time passwords. Its result needs
 * `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with the changed ones: `id, user_id, key_id, livemode`, and the time `at`
 * @param to SQL expression for the new state of a row `m`; or `'sent'`
 */
export const addOtpEventsSql = (source: string, to: string) =>
  addSubjectEventsSql({ source, type: `'otp.' || ${to}`, where: `${to} <> 'pending'` });
