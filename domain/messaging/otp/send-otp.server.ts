import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.server.ts';
import { recordAccepted } from '#domain/messaging/messages/accept-metrics.server.ts';
import { deliverOtpJob } from '#domain/messaging/messages/jobs.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import type { Idempotency, IdempotentResult } from '#domain/shared/idempotency/contract.ts';
import { findSavedResponse } from '#domain/shared/idempotency/find-saved-response.server.ts';
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
 * Sends a one-time password, or the same one again within its life.
 *
 * The code, the quota, the message that carries it and the remembered answer are one transaction.
 *
 * @param from where the call comes from, as limits count it; empty if that is not known
 * @throws DomainError `otp_resend_too_soon`, `rate_limited`, `otp_throttled`, `message_limit_reached`,
 *   `api_call_limit_reached`, `idempotency_mismatch`
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
  const giveBack = await consumeOtpLimits({
    ...{ caller, recipient: input.recipient, from },
    endUserIp: input.end_user_ip,
  });
  const accepted = await acceptCode(caller, input, idempotency).catch((error) => {
    giveBack();
    throw error;
  });
  if ('replay' in accepted) {
    giveBack();
    return { data: accepted.replay.answer as OtpOutput, replayed: true };
  }

  const { answer, messageId, life, isNew } = accepted;
  recordAccepted('otp', [messageId], began);
  countOtpSent(isNew);
  void enqueue(deliverOtpJob, [{ messageId }]);
  void enqueue(expireOtpJob, [{ otpId: answer.otpId }], { delayMs: Math.max(0, life) });
  return { data: answer, replayed: false };
}

/** The code and its message, in one transaction; or the answer of the same request, who was quicker. */
const acceptCode = (caller: Caller, input: SendOtpInput, idempotency: Idempotency | null) =>
  transaction(
    async (on) => {
      // Again under the lock: who held it until now may have been the same request.
      const meanwhile = idempotency && (await findSavedResponse(idempotency, on));
      if (meanwhile) return { replay: meanwhile };
      const otp = await findOrCreateOtp(caller, input, on);
      return accept(caller, otp, idempotency, on);
    },
    // One send at a time to one number of a user, so that its limits hold under any concurrency.
    { lock: `otp|${caller.userId}|${input.recipient}` },
  );

/** Accepts the message that carries a code, as every message is accepted. */
async function accept(
  caller: Caller,
  otp: PreparedOtp,
  idempotency: Idempotency | null,
  on: SqlClient,
) {
  const message = buildOtpMessageRow(caller, otp);
  const answer: OtpOutput = {
    otpId: otp.id,
    user: caller.userId,
    phoneNumber: otp.recipient,
    apiId: caller.keyId,
    expiresAt: otp.expiresAt.toISOString(),
  };
  const [result] = await acceptMessages([{ caller, messages: [message], idempotency, answer }], on);
  invariant(result, 'one request has one result');
  if (result.kind === 'refused') throw new DomainError(result.code);
  // We hold the number's lock, so it was not this request but another that used the key just now.
  if (result.kind === 'repeat') throw new DomainError('idempotency_mismatch');
  const life = otp.expiresAt.getTime() - clock.now().getTime();
  return { answer, messageId: message.id, life, isNew: otp.isNew };
}
