import { findLockedMonths } from '#domain/billing/usage/count-api-call.ts';
import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import {
  acceptMessages,
  buildMessageRow,
  markRetries,
  type NewMessageRow,
} from '#domain/messaging/messages/accept-messages.ts';
import { textColumn } from '#domain/messaging/messages/message-columns.ts';
import { addOtpStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponses,
  type Idempotency,
  type SavedResponse,
} from '#domain/shared/idempotency/saved-response.ts';
import { countSegments } from '#domain/sms/segments.browser.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { isDeadlock } from '#platform/database-errors.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { createLockAwareBatch } from '#platform/lock-aware-batch.ts';
import { retry } from '#platform/promises.ts';
import type { Draft, Identify } from '../../dlt/sending/identify.ts';
import { toChannels } from './channels/contract.ts';
import { toFirstAttempts, writeSendAttempts } from './channels/write-send-attempts.ts';
import { maxAttemptsPerHour, type OtpOutput, type SendOtpInput } from './contract.ts';
import { codeColumn, hashOtpCode } from './otp-code.ts';
import { type PreparedOtp, prepareOtp } from './prepare-otp.ts';
import { addOtpEventsSql, type OtpRow, readOtps } from './read-otps.ts';
import { toServiceDraft } from './services/check-service.ts';
import type { OtpService } from './services/contract.ts';
import { otpSettings } from './settings.ts';

/** A request for an OTP, after its hourly limits were consumed. */
export type OtpRequest = {
  caller: Caller;
  input: SendOtpInput;
  /** Null means the installation's settings. */
  service: OtpService | null;
  /** The DLT check of the account. For a code without a service, it is the check of the installation's own text. */
  identify: Identify;
  idempotency: Idempotency | null;
};

/** An OTP whose row and message are committed. */
export type AcceptedOtp = { answer: OtpOutput; messageId: string; isNew: boolean };

/**
 * The outcome of one request. `again`: the next flush must try the request again. The error of a `failed` request does not
 * affect the other requests.
 */
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

/** Codes of test keys do not lock a usage month. */
const acceptTest = createLockAwareBatch(flush, {
  max: 100,
  groupOf: ({ caller }) => caller.userId,
  findLocked: async () => new Set<string>(),
});

/**
 * Writes an OTP and its message. Requests that wait at the same time share one transaction. Returns a saved response if a
 * parallel request with the same idempotency key was accepted first.
 *
 * @throws DomainError a verdict of `checkDlt`, `otp_resend_too_soon`, `otp_attempts_exceeded`, `rate_limited`,
 *   `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
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

/** How long to retry a transaction that ends in a deadlock, in milliseconds. */
const deadlockRetryMs = 5_000;

/**
 * Runs one transaction for requests of one mode. It locks each number, so that parallel requests cannot exceed the limits.
 */
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
  // Looks up saved responses again under the locks, because the same request may just have been accepted in parallel.
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
    // An earlier request of this flush sends an OTP to the same number. Its outcome decides whether the number may get
    // another OTP, so this request is left to the next flush.
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

/**
 * Prepares one request. Catches errors, because a problem with one number, such as a code that cannot be decrypted, must
 * not fail the requests of other callers.
 */
function prepare(request: OtpRequest, rows: OtpRow[], now: Date): Prepared | Result {
  try {
    const { caller, input, service } = request;
    return toPrepared(request, prepareOtp(caller, input, service, rows, now));
  } catch (error) {
    return { kind: 'failed', error };
  }
}

/** The text of an OTP message without a service: the setting `OTP_TEXT` with brand and code. */
const otpText = (code: string) =>
  otpSettings.OTP_TEXT.replaceAll('{brand}', () => otpSettings.OTP_BRAND).replaceAll(
    '{code}',
    () => code,
  );

/** The draft of a message without a service. */
export const toInstallationDraft = ({
  recipient,
  code,
}: Pick<PreparedOtp, 'recipient' | 'code'>): Draft => {
  const text = otpText(code);
  return {
    ...{ recipient, content: { text, ...countSegments(text) }, variables: undefined },
    sender: otpSettings.OTP_SENDER_ID,
    templateId: otpSettings.OTP_TEMPLATE_ID,
    mayWait: false,
  };
};

const toDraft = (otp: PreparedOtp): Draft =>
  otp.service ? toServiceDraft(otp.service, otp.recipient, otp.code) : toInstallationDraft(otp);

/**
 * Builds the message of an OTP. The text is stored encrypted until a carrier accepts the message. After the OTP has expired,
 * the message is no longer submitted. The text of a test key's OTP is stored in plain text like any message, because no phone
 * receives it, and developers must be able to read it.
 *
 * @param identify the DLT check of the account, or, for a code without a service, the check of the installation's own text
 * @throws DomainError a verdict of `checkDlt`
 */
function buildOtpMessageRow(caller: Caller, otp: PreparedOtp, identify: Identify): NewMessageRow {
  const now = clock.now();
  const identified = identify(toDraft(otp), now);
  if (identified instanceof DomainError) throw identified;
  const message = buildMessageRow(caller, identified, now);
  const ofOtp = { ...message, kind: 'otp' as const, valid_until: otp.expiresAt };
  if (!caller.livemode) return ofOtp;
  return {
    ...ofOtp,
    content: null,
    encrypted_content: textColumn
      .encrypt({ id: message.id, userId: message.user_id }, identified.content.text)
      .toString('hex'),
  };
}

/** Adds the message and the response to a prepared OTP. */
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

/** An OTP whose message was accepted. */
type SentOtp = { caller: Pick<Caller, 'userId' | 'keyId' | 'livemode'>; otp: PreparedOtp };

/** A number can have only one pending OTP, so this statement expires the old OTP before the new OTP is inserted. */
const expire = `
  WITH expired AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE state = 'pending' AND id IN (SELECT id FROM otps WHERE id = ANY ($1) ORDER BY id FOR UPDATE)
    RETURNING id, user_id, key_id, livemode, expires_at AS at
  ),
  ${addOtpEventsSql('expired', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM expired`;

const write = `
  WITH sent AS (
    SELECT * FROM json_to_recordset($1::json) AS s(
      id text, user_id text, key_id text, recipient text, code_hash text, encrypted_code text,
      sent_at timestamptz, expires_at timestamptz, is_new boolean, service_id text, max_attempts smallint,
      code_length smallint, code_letters boolean, livemode boolean)
  ),
  resent AS (
    UPDATE otps SET sent_at = otps.sent_at || sent.sent_at
    FROM sent WHERE otps.id = sent.id AND NOT sent.is_new
    RETURNING otps.id, otps.user_id, otps.key_id, otps.livemode, sent.sent_at AS at
  ),
  made AS (
    INSERT INTO otps
      (id, user_id, key_id, recipient, code_hash, encrypted_code, sent_at, created_at, expires_at, service_id,
      max_attempts, code_length, code_letters, livemode)
    SELECT id, user_id, key_id, recipient, decode(code_hash, 'hex'), decode(encrypted_code, 'hex'),
      ARRAY[sent_at], sent_at, expires_at, service_id, max_attempts, code_length, code_letters, livemode
    FROM sent WHERE is_new
    RETURNING id, user_id, key_id, livemode, created_at
  ),
  ${addOtpStatsSql('otp_sent', 'made')},
  being_sent AS (SELECT * FROM resent UNION ALL SELECT id, user_id, key_id, livemode, created_at FROM made),
  ${addOtpEventsSql('being_sent', `'sent'`)}
  SELECT ${wokenEndpointsSql} FROM being_sent`;

/** Inserts new OTPs, and adds the current send time to OTPs that are resent. */
async function writeOtps(list: SentOtp[], tx: Transaction): Promise<void> {
  if (list.length === 0) return;
  const overdue = list.flatMap(({ otp }) => otp.overdueId ?? []);
  const expired =
    overdue.length > 0 ? await query<WokenRow>('expire-overdue-otps', expire, [overdue], tx) : [];
  const sent = await query<WokenRow>('write-otps', write, [JSON.stringify(list.map(toRow))], tx);
  tx.afterCommit(() => wakeWokenEndpoints([...expired, ...sent]));
}

function toRow({ caller: { userId, keyId, livemode }, otp }: SentOtp) {
  const { id, recipient, code, sentAt, expiresAt, isNew, service } = otp;
  return {
    ...{ id, user_id: userId, key_id: keyId, livemode, recipient, is_new: isNew },
    ...{ sent_at: sentAt, expires_at: expiresAt },
    service_id: service?.id ?? null,
    code_length: service?.length ?? null,
    code_letters: service?.letters ?? null,
    max_attempts: service?.maxAttempts ?? maxAttemptsPerHour,
    code_hash: hashOtpCode(id, recipient, code).toString('hex'),
    encrypted_code: codeColumn.encrypt({ id, userId }, code).toString('hex'),
  };
}

/**
 * Removes number and email addresses from the response that is saved for repeats of the request, so that an erasure does not
 * have to search saved responses. A repeated request contains these values, so `restoreAnswer` can add them again.
 */
export const toSavedAnswer = ({ sendAttempts, ...answer }: OtpOutput) => ({
  ...answer,
  phoneNumber: null,
  ...(sendAttempts && { sendAttempts: sendAttempts.map((attempt) => ({ ...attempt, to: null })) }),
});

/** Completes a saved response with the number and the addresses from the repeated request. */
export function restoreAnswer(
  saved: unknown,
  { recipient, channels }: Pick<SendOtpInput, 'recipient' | 'channels'>,
): OtpOutput {
  const { sendAttempts, ...answer } = saved as ReturnType<typeof toSavedAnswer>;
  const addresses = channels ? toChannels(channels) : [];
  const restored = sendAttempts?.map((attempt, position) => ({
    ...attempt,
    to: addresses[position]?.email ?? recipient,
  }));
  return { ...answer, phoneNumber: recipient, ...(restored && { sendAttempts: restored }) };
}

/** Accepts the messages of prepared OTPs like all messages, and writes the OTPs whose messages were accepted. */
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
    // This transaction holds the locks of its phone numbers, so only a request for another phone number can have used the
    // idempotency key just now.
    return { kind: 'failed', error: new DomainError('idempotency_mismatch') };
  });
}
