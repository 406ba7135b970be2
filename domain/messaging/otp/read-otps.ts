import { indiaHourSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { addSubjectEventsSql } from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type SqlClient } from '#platform/db.ts';
import { maxTtlSeconds } from './services/contract.ts';

/** An OTP that was sent to a number before. */
export type OtpRow = {
  id: string;
  state: string;
  /** Null after the OTP has ended. */
  encryptedCode: Buffer | null;
  attempts: number;
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
  /** Null for a code without a service. */
  serviceId: string | null;
  isTest: boolean;
};

/** A number of an account in one mode: codes of test keys and of live keys are independent. */
type OtpNumber = { userId: string; recipient: string; livemode: boolean };

/**
 * How far back OTPs are read, in seconds. A send counts towards the limits for a day, and the OTP may have been created before
 * that, because it can be resent while it is valid.
 */
export const lookBackSeconds = 24 * 3_600 + maxTtlSeconds;

/**
 * OTPs of test numbers do not count towards limits. Reads only pending OTPs of test numbers, because the new OTP must replace
 * them.
 */
const statement = `
  SELECT place::int, id, state, encrypted_code AS "encryptedCode", attempts, sent_at AS "sentAt",
    created_at AS "createdAt", expires_at AS "expiresAt", service_id AS "serviceId", is_test AS "isTest"
  FROM unnest($1::text[], $2::text[], $4::boolean[]) WITH ORDINALITY AS wanted(user_id, recipient, livemode, place)
  JOIN otps USING (user_id, recipient, livemode)
  WHERE (created_at > $3 AND NOT is_test) OR state = 'pending'
  ORDER BY place, created_at DESC`;

/**
 * Reads the OTPs that were sent to each number in the last day. A number that is listed several times is read once.
 *
 * @returns a list for each entry of `numbers`, newest OTP first
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
 * Returns CTEs that insert webhook events, for a statement that changes the states of one-time passwords. The statement
 * must also select `wokenEndpointsSql`.
 *
 * @param source the name of a CTE with the changed OTPs: `id, user_id, key_id, livemode`, and the time `at`
 * @param to an SQL expression for the new state of a row `m`, or `'sent'`
 */
export const addOtpEventsSql = (source: string, to: string) =>
  addSubjectEventsSql({ source, type: `'otp.' || ${to}`, where: `${to} <> 'pending'` });

/** How many codes of a key that were created in an hour can still be verified. */
export type ValidCodes = {
  keyId: string;
  /** The start of the hour in India. */
  at: Date;
  count: number;
};

/** Reads only pending codes, by their partial index. $1 is the account, $2 the mode, $3 now. */
const validCodes = `
  SELECT key_id AS "keyId", ${indiaHourSql('created_at')} AS at, count(*)::int AS count
  FROM otps
  WHERE user_id = $1 AND livemode = $2 AND NOT is_test AND state = 'pending' AND expires_at > $3
  GROUP BY 1, 2`;

/** Counts the codes of an account that can still be verified. Codes of test numbers are omitted, as in the statistics. */
export const readValidCodes = (userId: string, livemode: boolean): Promise<ValidCodes[]> =>
  query<ValidCodes>('read-valid-codes', validCodes, [userId, livemode, clock.now()]);
