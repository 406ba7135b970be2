import { type Caller, requireServiceAllowed } from '#domain/identity/api-keys/contract.browser.ts';
import { expireOtpJob, wakeUpJob } from '#domain/messaging/jobs.ts';
import { recordAccepted } from '#domain/messaging/messages/accept-messages.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  findSavedResponse,
  type Idempotency,
  type IdempotentResult,
} from '#domain/shared/idempotency/saved-response.ts';
import { clock } from '#platform/clock.browser.ts';
import { enqueue } from '#platform/queue.ts';
import { prepareIdentify, prepareIdentifyOwnText } from '../../dlt/sending/identify.ts';
import { consumeOtpLimits } from './abuse/consume-otp-limits.ts';
import { acceptOtp, restoreAnswer } from './accept-otps.ts';
import { toChannels } from './channels/contract.ts';
import { codeTtlSeconds, type OtpOutput, type SendOtpInput } from './contract.ts';
import { countOtpSent } from './otp-metrics.ts';
import { loadService } from './services/manage-services.ts';
import { acceptTestOtp, findTestNumber } from './services/test-numbers.ts';

/**
 * Sends a one-time password, or resends the pending password. One transaction writes code, quota, message and saved
 * response (`accept-otps.ts`).
 *
 * @param from the client address of the request, for rate limits; empty if unknown
 * @throws DomainError `otp_service_not_allowed`, `invalid_parameter` if the service does not exist, or a channel would
 *   start after the code has expired, a verdict of `checkDlt`, `otp_resend_too_soon`, `rate_limited`, `otp_throttled`,
 *   `message_limit_reached`, `api_call_limit_reached`, `idempotency_mismatch`
 */
export async function sendOtp(
  caller: Caller,
  input: SendOtpInput,
  from: string,
  idempotency: Idempotency | null = null,
): Promise<IdempotentResult<OtpOutput>> {
  const before = idempotency && (await findSavedResponse(idempotency));
  if (before) return { data: restoreAnswer(before.answer, input), replayed: true };

  const began = performance.now();
  requireServiceAllowed(caller, input.service ?? null);
  const { userId, livemode } = caller;
  const service = input.service === undefined ? null : await loadService(userId, input.service);
  requireShorter(input, service?.ttlSeconds ?? codeTtlSeconds);
  const test = service && findTestNumber(service, input.recipient, clock.now());
  const sending = {
    ...{ caller, recipient: input.recipient, from },
    endUserIp: input.end_user_ip,
  };
  if (service && test) {
    // An OTP of a live key to a test number uses an API call of the plan. OTPs of test keys have a daily limit instead.
    const refund = livemode ? () => undefined : await consumeOtpLimits(sending);
    const result = await acceptTestOtp(caller, service, test, idempotency, input).catch((error) => {
      refund();
      throw error;
    });
    if (result.replayed) refund();
    return result;
  }
  const identify = await (service
    ? prepareIdentify(userId, { isTest: !livemode })
    : prepareIdentifyOwnText());
  const refund = await consumeOtpLimits(sending);
  const accepted = await acceptOtp({ caller, input, service, identify, idempotency }).catch(
    (error) => {
      refund();
      throw error;
    },
  );
  if ('replay' in accepted) {
    refund();
    return { data: restoreAnswer(accepted.replay.answer, input), replayed: true };
  }

  const { answer, messageId, isNew } = accepted;
  recordAccepted(livemode ? 'otp' : 'test', [messageId], began);
  if (livemode) countOtpSent(isNew);
  void enqueue(wakeUpJob[livemode ? 'otp' : 'test'], [{ userId }]);
  const lifeMs = Date.parse(answer.expiresAt) - clock.now().getTime();
  void enqueue(expireOtpJob, [{ otpId: answer.otpId }], { delayMs: Math.max(0, lifeMs) });
  return { data: answer, replayed: false };
}

/** Requires that all channels start while the code is valid. */
function requireShorter({ channels = [] }: SendOtpInput, ttlSeconds: number): void {
  let atSeconds = 0;
  for (const [place, { afterSeconds }] of toChannels(channels).entries()) {
    atSeconds += afterSeconds;
    if (atSeconds < ttlSeconds) continue;
    throw new DomainError('invalid_parameter', {
      param: `channels.${place}.after`,
      message: `The code is valid for ${ttlSeconds} seconds. Each channel must start within that time: please reduce after.`,
    });
  }
}
