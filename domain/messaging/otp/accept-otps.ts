import { findLockedMonths } from '#domain/billing/usage/find-locked-months.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.ts';
import { markRetries } from '#domain/messaging/messages/mark-retries.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import type { Idempotency, SavedResponse } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponses } from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDeadlock } from '#platform/database-errors.ts';
import { type Transaction, transaction } from '#platform/db.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { retry } from '#platform/retry.ts';
import type { Identify } from '../dlt/sending/identify.ts';
import { buildOtpMessageRow } from './build-otp-message-row.ts';
import { toChannels } from './channels/contract.ts';
import { toFirstAttempts, writeSendAttempts } from './channels/write-send-attempts.ts';
import type { OtpOutput, SendOtpInput } from './contract.ts';
import { type PreparedOtp, prepareOtp } from './prepare-otp.ts';
import { type OtpRow, readOtps } from './read-otps.ts';
import { toSavedAnswer } from './saved-answer.ts';
import type { OtpService } from './services/contract.ts';
import { writeOtps } from './write-otps.ts';

/** A request for an OTP whose limits are consumed. */
export type OtpRequest = {
  caller: Caller;
  input: SendOtpInput;
  /** Null for the installation's. */
  service: OtpService | null;
  /** Of the account, for a service; without one, of the installation. */
  identify: Identify;
  idempotency: Idempotency | null;
};

/** An OTP whose row and message are committed. */
export type AcceptedOtp = { answer: OtpOutput; messageId: string; isNew: boolean };

/** The outcome of one request; the error of a `failed` one is for its own caller alone. */
type Result =
  | { kind: 'accepted'; accepted: AcceptedOtp }
  | { kind: 'replay'; replay: SavedResponse }
  | { kind: 'failed'; error: unknown }
  | { kind: 'again' };

const again: Result = { kind: 'again' };

const acceptLive = createLockAwareBatch(flush, {
  max: 100,
  groupOf: ({ caller }) => caller.periodId,
  findLocked: findLockedMonths,
});

/** Codes of test keys lock no usage month. */
const acceptTest = createLockAwareBatch(flush, {
  max: 100,
  groupOf: ({ caller }) => caller.userId,
  findLocked: async () => new Set<string>(),
});

/**
 * Writes an OTP and its message, together with those of other waiting requests, so that they share one commit; or
 * returns the saved response of a parallel request.
 *
 * @throws DomainError a verdict of `checkDlt`, `otp_resend_too_soon`, `otp_attempts_exceeded`, `rate_limited`, `message_limit_reached`,
 *   `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function acceptOtp(
  request: OtpRequest,
): Promise<AcceptedOtp | { replay: SavedResponse }> {
  for (;;) {
    const result = await (request.caller.livemode ? acceptLive : acceptTest)(request);
    if (result.kind === 'failed') throw result.error;
    if (result.kind === 'replay') return { replay: result.replay };
    if (result.kind === 'accepted') return result.accepted;
  }
}

/** How long a transaction that a deadlock has aborted is repeated, in milliseconds. */
const deadlockRetryMs = 5_000;

/** One transaction, of requests of one mode. Each number is locked, so that its limits hold under concurrency. */
function flush(requests: OtpRequest[], lockWaitMs: number): Promise<Result[]> {
  const lock = [...new Set(requests.map(numberOf))].map((number) => `otp|${number}`);
  return retry(() => transaction((tx) => acceptAll(requests, tx), { lock, lockWaitMs }), {
    while: isDeadlock,
    forMs: deadlockRetryMs,
    everyMs: 10,
  });
}

const numberOf = ({ caller, input }: OtpRequest) =>
  `${caller.userId}|${input.recipient}${caller.livemode ? '' : '|test'}`;

async function acceptAll(requests: OtpRequest[], tx: Transaction): Promise<Result[]> {
  // Looked for again under the locks: their previous holder may have been the same request.
  const saved = await findSavedResponses(
    requests.map(({ idempotency }) => idempotency),
    tx,
  );
  const now = clock.now();
  const numbers = requests.map(({ caller, input }) => ({
    userId: caller.userId,
    livemode: caller.livemode,
    recipient: input.recipient,
  }));
  const rows = await readOtps(numbers, now, tx);
  const beingSent = new Set<string>();
  const prepared = requests.map((request, i): Prepared | Result => {
    const found = saved[i];
    if (found instanceof DomainError) return { kind: 'failed', error: found };
    if (found) return { kind: 'replay', replay: found };
    // Whether the number may get another one depends on the outcome of the first.
    if (beingSent.has(numberOf(request))) return again;
    const one = prepare(request, rows[i] ?? [], now);
    if (one.kind === 'prepared') beingSent.add(numberOf(request));
    return one;
  });
  const sending = prepared.filter((one) => one.kind === 'prepared');
  const accepted = await acceptPrepared(sending, tx);
  return prepared.map((one) => (one.kind === 'prepared' ? (accepted.shift() ?? again) : one));
}

type Prepared = ReturnType<typeof toPrepared>;

/** An error with one number's OTP, such as a code that cannot be decrypted, must not fail the other callers. */
function prepare(request: OtpRequest, rows: OtpRow[], now: Date): Prepared | Result {
  try {
    const { caller, input, service } = request;
    return toPrepared(request, prepareOtp(caller, input, service, rows, now));
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** An OTP with its message and response. */
function toPrepared({ caller, input, identify, idempotency }: OtpRequest, otp: PreparedOtp) {
  const { round, sentAt } = otp;
  const workflow = input.channels && { channels: toChannels(input.channels), round, sentAt };
  const answer: OtpOutput = {
    otpId: otp.id,
    user: caller.userId,
    phoneNumber: otp.recipient,
    apiId: caller.keyId,
    livemode: caller.livemode,
    expiresAt: otp.expiresAt.toISOString(),
    service: otp.service?.id ?? null,
    isTest: false,
    ...(workflow && { sendAttempts: toFirstAttempts(workflow, otp.recipient) }),
  };
  const message = buildOtpMessageRow(caller, otp, identify);
  return { kind: 'prepared' as const, otp, caller, idempotency, answer, message, workflow };
}

/** Accepts the messages like any messages, and writes the OTPs of those that were accepted. */
async function acceptPrepared(list: Prepared[], tx: Transaction): Promise<Result[]> {
  if (list.length === 0) return [];
  const requests = list.map(({ message, answer, ...request }) => ({
    ...request,
    answer: toSavedAnswer(answer),
    messages: [message],
  }));
  const results = markRetries(requests, await acceptMessages(requests, { tx }));
  const sent = list.filter((_, i) => results[i]?.kind === 'accepted');
  await writeOtps(sent, tx);
  await writeSendAttempts(sent, tx);
  return list.map(({ answer, message, otp }, i): Result => {
    const result = results[i];
    if (result?.kind === 'accepted') {
      return { kind: 'accepted', accepted: { answer, messageId: message.id, isNew: otp.isNew } };
    }
    if (result?.kind === 'refused') return { kind: 'failed', error: new DomainError(result.code) };
    if (result?.kind !== 'repeat') return again;
    // The locks of the numbers are held, so a request for another number has used the key just now.
    return { kind: 'failed', error: new DomainError('idempotency_mismatch') };
  });
}
