import { type Caller, requireServiceAllowed } from '#domain/identity/api-keys/contract.browser.ts';
import { addOtpStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
  saveWithSql,
  toSavedValues,
} from '#domain/shared/idempotency/saved-response.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import {
  incompleteCode,
  maxAttemptsPerDay,
  maxAttemptsPerHour,
  type VerifyOtpInput,
} from './contract.ts';
import { isCodeOf, listOtpCodeHashes } from './otp-code.ts';
import { countOtpCheck } from './otp-metrics.ts';
import { addOtpEventsSql } from './read-otps.ts';
import { type OtpAttempts, secondsUntilAttempts } from './wrong-attempts.ts';

/**
 * Counts the attempt and checks the code in one statement, so that parallel guesses cannot exceed the limit. Attempts at
 * earlier OTPs of the same phone number and service count too, if they were made after the last verified OTP. OTPs that were
 * created while the number was a test number count separately. A verified OTP is counted in the statistics.
 *
 * The statement may read earlier OTPs from its snapshot, because they get no more attempts: a number has at most one pending
 * OTP per service, and a new OTP is created only under a lock, after the earlier OTP has ended.
 *
 * The result is saved under the idempotency key, without the number.
 */
const statement = `
  WITH before AS (
    SELECT coalesce(sum(attempts) FILTER (WHERE created_at > $7), 0) AS hour,
      coalesce(sum(attempts), 0) AS day
    FROM otps
    WHERE user_id = $8 AND recipient = $9 AND livemode = $12 AND service_id IS NOT DISTINCT FROM $10 AND is_test = $11
      AND id <> $1
      AND created_at > $6 AND created_at > coalesce((
        SELECT max(created_at) FROM otps
        WHERE user_id = $8 AND recipient = $9 AND livemode = $12 AND service_id IS NOT DISTINCT FROM $10
          AND is_test = $11 AND state = 'verified' AND created_at > $6), '-infinity')
  ),
  checked AS (
    UPDATE otps SET
      attempts = attempts + 1,
      state = CASE
        WHEN code_hash = ANY($2::bytea[]) THEN 'verified'
        WHEN attempts + 1 >= max_attempts OR before.hour + attempts + 1 >= $3 OR before.day + attempts + 1 >= $5
        THEN 'exhausted'
        ELSE 'pending' END::otp_state,
      encrypted_code = CASE
        WHEN code_hash = ANY($2::bytea[]) OR attempts + 1 >= max_attempts OR before.hour + attempts + 1 >= $3
          OR before.day + attempts + 1 >= $5
        THEN NULL ELSE encrypted_code END
    FROM before
    WHERE id = $1 AND state = 'pending' AND expires_at > $4
      AND before.hour + attempts < $3 AND before.day + attempts < $5
    RETURNING id, user_id, key_id, livemode, created_at, state, is_test, now() AS at
  ),
  verified AS (SELECT user_id, key_id, livemode, created_at FROM checked WHERE state = 'verified' AND NOT is_test),
  ${addOtpStatsSql('otp_verified', 'verified')},
  ${addOtpEventsSql('checked', 'm.state::text')},
  ${saveWithSql(13, `json_build_object('otpId', id, 'isTest', is_test, 'isVerified', state = 'verified') FROM checked`)}
  SELECT state, ${wokenEndpointsSql} FROM checked`;

type Verified = { otpId: string; phoneNumber: string; isVerified: true; isTest: boolean };

/**
 * Verifies an OTP. A correct code can be used only once. After a lost response, the caller can repeat the request with the
 * same idempotency key: the result is the same, and the repeat does not count as an attempt.
 *
 * @returns the OTP's id and number
 * @throws DomainError `otp_service_not_allowed`, `not_found` if no OTP was sent to this number, `otp_incorrect`,
 *   `otp_expired`, `otp_used`, `otp_attempts_exceeded`, `idempotency_mismatch`
 */
export async function verifyOtp(
  caller: OtpCaller,
  input: VerifyOtpInput,
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<Verified>> {
  const before = await findSaved(input, idempotency);
  if (before) return before;
  try {
    return { data: await countOtpCheck(check(caller, input, idempotency)), replayed: false };
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'otp_used')) throw error;
    // A parallel request with the same key may have verified the code.
    const saved = await findSaved(input, idempotency);
    if (saved) return saved;
    throw error;
  }
}

/** The saved result of a check. */
type Saved = Pick<Verified, 'otpId' | 'isTest'> & { isVerified: boolean };

/** @throws DomainError `idempotency_mismatch`, or `otp_incorrect` if the code was wrong */
async function findSaved(
  input: VerifyOtpInput,
  idempotency: Idempotency | null,
): Promise<IdempotentResult<Verified> | null> {
  const saved = idempotency && (await findSavedResponse(idempotency));
  if (!saved) return null;
  const result = saved.answer as Saved;
  if (!result.isVerified) throw new DomainError('otp_incorrect');
  return { data: toVerified(result, input), replayed: true };
}

type OtpCaller = Pick<Caller, 'userId' | 'livemode' | 'restriction'>;

const toVerified = (
  { otpId, isTest }: Pick<Verified, 'otpId' | 'isTest'>,
  { recipient }: VerifyOtpInput,
): Verified => ({
  otpId,
  phoneNumber: recipient,
  isVerified: true,
  isTest,
});

async function check(
  caller: OtpCaller,
  input: VerifyOtpInput,
  idempotency: Idempotency | null,
): Promise<Verified> {
  const { otpId, recipient, code, service } = input;
  const { userId, livemode } = caller;
  const param = otpId ? 'otp_code' : 'otp';
  if (!otpId && service === null) requireShape(ofInstallation, code, param);
  const target = await prisma.otp.findFirst({
    where: { userId, recipient, livemode, ...(otpId ? { id: otpId } : { serviceId: service }) },
    orderBy: { createdAt: 'desc' },
    select: {
      ...{ id: true, serviceId: true, isTest: true, livemode: true },
      ...{ codeLength: true, codeLetters: true },
    },
  });
  if (!target) throw new DomainError('not_found', { message: 'No OTP was sent to this number.' });
  const { id, serviceId, isTest } = target;
  requireServiceAllowed(caller, serviceId);
  requireShape(target, code, param);

  const now = clock.now();
  const rows = await query<{ state: string } & WokenRow>('verify-otp', statement, [
    ...[id, listOtpCodeHashes(id, recipient, code), maxAttemptsPerHour, now, maxAttemptsPerDay],
    ...[hoursBefore(now, 24), hoursBefore(now, 1), userId, recipient, serviceId, isTest, livemode],
    ...toSavedValues(idempotency),
  ]);
  wakeWokenEndpoints(rows);
  const [checked] = rows;
  if (!checked) throw await toRejection(target, userId, recipient);
  if (checked.state !== 'verified') throw new DomainError('otp_incorrect');
  return toVerified({ otpId: id, isTest }, input);
}

type Shaped = { serviceId: string | null; codeLength: number | null; codeLetters: boolean | null };

const ofInstallation: Shaped = { serviceId: null, codeLength: null, codeLetters: null };

/**
 * Rejects input that cannot be a code. Such input does not count as an attempt. Codes without a service have 4 to 6 digits.
 */
function requireShape({ serviceId, codeLength, codeLetters }: Shaped, code: string, param: string) {
  const ofService = () =>
    // Null if the code was sent by the previous release.
    codeLength === null || isCodeOf({ length: codeLength, letters: codeLetters === true }, code);
  if (serviceId === null ? /^\d{4,6}$/.test(code) : ofService()) return;
  throw new DomainError('invalid_parameter', { param, message: incompleteCode });
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** Returns the error for an OTP that accepts no more attempts. */
async function toRejection(
  {
    id,
    serviceId,
    isTest,
    livemode,
  }: { id: string; serviceId: string | null; isTest: boolean; livemode: boolean },
  userId: string,
  recipient: string,
): Promise<DomainError> {
  const now = clock.now();
  const codes: (OtpAttempts & { id: string })[] = await prisma.otp.findMany({
    where: {
      userId,
      recipient,
      serviceId,
      isTest,
      livemode,
      OR: [{ id }, { createdAt: { gt: hoursBefore(now, 24) } }],
    },
    select: { id: true, state: true, attempts: true, createdAt: true },
  });
  const state = codes.find((code) => code.id === id)?.state;
  if (state === 'verified') return new DomainError('otp_used');
  const retryAfterSeconds = secondsUntilAttempts(codes, now);
  if (state === 'exhausted' || retryAfterSeconds > 0) {
    return new DomainError('otp_attempts_exceeded', { retryAfterSeconds });
  }
  return new DomainError('otp_expired');
}
