import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.server.ts';
import { recordAccepted } from '#domain/messaging/messages/accept-metrics.server.ts';
import { deliverOtpsJob } from '#domain/messaging/messages/jobs.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/saved-response.server.ts';
import { clock } from '#platform/clock.ts';
import { type SqlClient, transaction } from '#platform/db.server.ts';
import { enqueue } from '#platform/queue.server.ts';
import { consumeOtpLimits } from './abuse/consume-otp-limits.server.ts';
import { buildOtpMessageRow } from './build-otp-message-row.server.ts';
import type { OtpOutput, SendOtpInput } from './contract.ts';
import { findOrCreateOtp, type PreparedOtp } from './find-or-create-otp.server.ts';
import { expireOtpJob } from './jobs.ts';
import { countOtpSent } from './otp-metrics.server.ts';

/**
 * Sends a one-time password, or resends the pending one. Code, quota, message and saved response
 * are written in one transaction.
 *
 * @param from address of the request, for rate limits; empty if unknown
 * @throws DomainError `otp_resend_too_soon`, `rate_limited`, `otp_throttled`,
 *   `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function sendOtp(
  caller: Caller,
  input: SendOtpInput,
  from: string,
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<OtpOutput>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: before.answer as OtpOutput, replayed: true };

  const began = performance.now();
  const refund = await consumeOtpLimits({
    ...{ caller, recipient: input.recipient, from },
    endUserIp: input.end_user_ip,
  });
  const accepted = await acceptCode(caller, input, idempotency).catch((error) => {
    refund();
    throw error;
  });
  if ('replay' in accepted) {
    refund();
    return { data: accepted.replay.answer as OtpOutput, replayed: true };
  }

  const { answer, messageId, life, isNew } = accepted;
  recordAccepted('otp', [messageId], began);
  countOtpSent(isNew);
  void enqueue(deliverOtpsJob, [{ userId: caller.userId }]);
  void enqueue(expireOtpJob, [{ otpId: answer.otpId }], { delayMs: Math.max(0, life) });
  return { data: answer, replayed: false };
}

/**
 * Writes the OTP and its message in one transaction; or returns the saved response of a parallel
 * request.
 */
const acceptCode = (caller: Caller, input: SendOtpInput, idempotency: Idempotency | null) =>
  transaction(
    async (tx) => {
      // Checked again under the lock: its previous holder may have been the same request.
      const saved = idempotency && (await findSavedResponse(idempotency, tx));
      if (saved) return { replay: saved };
      const otp = await findOrCreateOtp(caller, input, tx);
      return acceptOtpMessage(caller, otp, idempotency, tx);
    },
    // One send at a time to one number of a user, so that its limits hold under concurrency.
    { lock: `otp|${caller.userId}|${input.recipient}` },
  );

/** Accepts the message that carries the OTP, like any message. */
async function acceptOtpMessage(
  caller: Caller,
  otp: PreparedOtp,
  idempotency: Idempotency | null,
  tx: SqlClient,
) {
  const message = buildOtpMessageRow(caller, otp);
  const answer: OtpOutput = {
    otpId: otp.id,
    user: caller.userId,
    phoneNumber: otp.recipient,
    apiId: caller.keyId,
    expiresAt: otp.expiresAt.toISOString(),
  };
  const [result] = await acceptMessages([{ caller, messages: [message], idempotency, answer }], tx);
  invariant(result, 'one request has one result');
  if (result.kind === 'refused') throw new DomainError(result.code);
  // This transaction holds the number's lock, so another request has used the key just now.
  if (result.kind === 'repeat') throw new DomainError('idempotency_mismatch');
  const life = otp.expiresAt.getTime() - clock.now().getTime();
  return { answer, messageId: message.id, life, isNew: otp.isNew };
}
