import { countApiCall } from '#domain/billing/usage/count-api-call.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type Idempotency,
  type IdempotentResult,
  writeOnce,
} from '#domain/shared/idempotency/saved-response.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query, type Transaction } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/queue.ts';
import { expireOtpJob } from '../../jobs.ts';
import { restoreAnswer, toSavedAnswer } from '../accept-otps.ts';
import type { OtpOutput, SendOtpInput } from '../contract.ts';
import { hashOtpCode, isCodeOf } from '../otp-code.ts';
import { addOtpEventsSql } from '../read-otps.ts';
import { maxTestNumbers, type OtpService, type TestNumber } from './contract.ts';
import { listServices } from './manage-services.ts';

/**
 * Finds a test number of a service. A test number is valid until the end of its last day in India. Undefined if the number
 * is not a valid test number.
 */
export const findTestNumber = (
  { testNumbers }: OtpService,
  recipient: string,
  now: Date,
): TestNumber | undefined =>
  testNumbers.find(
    (one) =>
      one.recipient === recipient &&
      now.getTime() < Date.parse(`${one.endsOn}T00:00:00+05:30`) + 86_400_000,
  );

const expire = `
  WITH expired AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE user_id = $1 AND recipient = $2 AND service_id = $3 AND livemode = $4 AND state = 'pending'
    RETURNING id, user_id, key_id, livemode, now() AS at
  ),
  ${addOtpEventsSql('expired', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM expired`;

const insert = `
  WITH made AS (
    INSERT INTO otps (id, user_id, key_id, recipient, code_hash, sent_at, created_at, expires_at, service_id, max_attempts,
    code_length, code_letters, is_test, livemode)
    VALUES ($1, $2, $3, $4, $5, ARRAY[$6::timestamptz], $6, $7, $8, $9, $10, $11, true, $12)
    RETURNING id, user_id, key_id, livemode, created_at AS at
  ),
  ${addOtpEventsSql('made', `'sent'`)}
  SELECT id, ${wokenEndpointsSql} FROM made`;

/**
 * Limits the stored OTPs of a test number, because live keys can send to test numbers without limit. In each mode, keeps the
 * newest 50 OTPs, the pending OTP, and OTPs whose wrong attempts still count (`verify-otp.ts`). Deletes the oldest OTPs first:
 * a verified OTP resets earlier wrong attempts, so OTPs with those attempts must be deleted before it.
 */
const deleteOlder = `
  WITH older AS (
    SELECT id, service_id, state, attempts, created_at FROM otps
    WHERE user_id = $1 AND recipient = $2 AND is_test AND livemode = $4 ORDER BY created_at DESC OFFSET 50
  )
  DELETE FROM otps WHERE id IN (
    SELECT id FROM older
    WHERE NOT EXISTS (SELECT FROM otp_services AS s WHERE s.id = older.service_id) OR NOT (
      state = 'pending' OR (state <> 'verified' AND attempts > 0 AND created_at > $3 AND NOT EXISTS (
        SELECT FROM otps AS later
        WHERE later.user_id = $1 AND later.recipient = $2 AND later.service_id = older.service_id AND later.is_test
          AND later.livemode = $4 AND later.state = 'verified' AND later.created_at > older.created_at)))
    ORDER BY created_at LIMIT 1000)`;

/**
 * Creates an OTP of a test number with its fixed code. The OTP is not sent, uses no message quota, is not counted in
 * statistics, and is not limited. Wrong attempts have the usual limits, because the code opens an account of the customer's
 * app.
 *
 * @throws DomainError `api_call_limit_reached`, `idempotency_mismatch`
 */
export function acceptTestOtp(
  caller: Caller,
  { id: serviceId, ttlSeconds, maxAttempts, length, letters }: OtpService,
  { recipient, code }: TestNumber,
  idempotency: Idempotency | null,
  { channels }: Pick<SendOtpInput, 'channels'>,
): Promise<IdempotentResult<OtpOutput>> {
  const { userId, keyId, livemode } = caller;
  const write = async (tx: Transaction): Promise<OtpOutput> => {
    await countApiCall(caller, tx);
    const now = clock.now();
    const id = newId('otp', now.getTime());
    const expiresAt = new Date(now.getTime() + ttlSeconds * 1_000);
    const values = [
      ...[id, userId, keyId, recipient, hashOtpCode(id, recipient, code), now, expiresAt],
      ...[serviceId, maxAttempts, length, letters, livemode],
    ];
    const number = [userId, recipient, serviceId, livemode];
    const expired = await query<WokenRow>('expire-test-otp', expire, number, tx);
    const made = await query<WokenRow>('write-test-otp', insert, values, tx);
    const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
    await query('delete-older-test-otps', deleteOlder, [userId, recipient, dayAgo, livemode], tx);
    tx.afterCommit(() => wakeWokenEndpoints([...expired, ...made]));
    tx.afterCommit(
      () => void enqueue(expireOtpJob, [{ otpId: id }], { delayMs: ttlSeconds * 1_000 }),
    );
    return {
      ...{ otpId: id, user: userId, phoneNumber: recipient, apiId: keyId, livemode },
      ...{ expiresAt: expiresAt.toISOString(), service: serviceId, isTest: true },
      ...(channels && { sendAttempts: [] }),
    };
  };
  return writeOnce(idempotency, write, {
    lock: `otp|${userId}|${recipient}`,
    save: toSavedAnswer,
    restore: (saved) => restoreAnswer(saved, { recipient, channels }),
  });
}

/**
 * Changes the list in the locked row. So if two tabs each add a number, both numbers are added, and a removed number does not
 * reappear.
 */
const add = `
  UPDATE otp_services SET test_numbers = test_numbers || jsonb_build_array($3::jsonb)
  WHERE id = $1 AND user_id = $2 AND length = $4 AND (letters OR $5)
    AND jsonb_array_length(test_numbers) < ${maxTestNumbers}
    AND NOT test_numbers @> jsonb_build_array(jsonb_build_object('recipient', $3::jsonb -> 'recipient'))
  RETURNING id`;

const remove = `
  UPDATE otp_services SET test_numbers = coalesce(
    (SELECT jsonb_agg(one) FROM jsonb_array_elements(test_numbers) AS one WHERE one ->> 'recipient' <> $3), '[]')
  WHERE id = $1 AND user_id = $2
  RETURNING id`;

const notFound = () =>
  new DomainError('not_found', { message: 'There is no OTP service with this id.' });

/**
 * Adds a test number to a service.
 *
 * @throws DomainError `not_found`, and `invalid_parameter` with `param` `recipient` or `code`, or without `param` if the
 *   service has too many test numbers
 */
export async function addTestNumber(
  userId: string,
  id: string,
  testNumber: TestNumber,
): Promise<void> {
  const { code } = testNumber;
  const { length } = code;
  const isDigits = isCodeOf({ length, letters: false }, code);
  const values = [id, userId, JSON.stringify(testNumber), length, isDigits];
  const isAnyCode = isCodeOf({ length, letters: true }, code);
  const [changed] = isAnyCode ? await query('add-test-number', add, values) : [];
  if (!changed) throw await toRejection(userId, id, testNumber);
}

async function toRejection(
  userId: string,
  id: string,
  { recipient, code }: TestNumber,
): Promise<DomainError> {
  const service = (await listServices(userId)).find((one) => one.id === id);
  if (!service) return notFound();
  const refuse = (message: string, param?: 'recipient' | 'code') =>
    new DomainError('invalid_parameter', { message, ...(param && { param }) });
  if (service.testNumbers.some((one) => one.recipient === recipient)) {
    return refuse('It is a test number already. Remove it first to change its code.', 'recipient');
  }
  if (!isCodeOf(service, code)) {
    return refuse('This code does not have the length or characters of the service.', 'code');
  }
  return refuse(
    `A service has at most ${maxTestNumbers} test numbers. Remove one that has expired.`,
  );
}

/**
 * Removes a test number from a service. Has no effect if the number is not a test number. @throws DomainError `not_found`
 * if the service does not exist
 */
export async function removeTestNumber(
  userId: string,
  id: string,
  recipient: string,
): Promise<void> {
  const [changed] = await query('remove-test-number', remove, [id, userId, recipient]);
  if (!changed) throw notFound();
}
