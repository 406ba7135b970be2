import { countUndeliverableOtps } from '#domain/messaging/messages/count-undeliverable-otps.ts';
import { sampleOtherAccountsOtps } from '#domain/messaging/messages/sample-other-accounts-otps.ts';
import { maxTtlSeconds } from '../services/contract.ts';
import { otpSettings } from '../settings.ts';
import { isCarrierOutage, type VerificationCounts } from './abuse-rules.ts';

type SuspectCounts = VerificationCounts & { userId: string; keyIds: string[] };

/**
 * Removes OTPs from the counts that reached nobody because of the carrier: no carrier accepted
 * them, or it fails to deliver other accounts' OTPs too. OTPs that are undeliverable for this
 * account alone count as sent.
 *
 * @param span when the OTPs were created
 * @param isAbused whether the counts look like abuse; other accounts are sampled only if it matters
 */
export async function excludeUndeliverable(
  suspect: SuspectCounts,
  span: { from: Date; to: Date },
  isAbused: (seen: VerificationCounts) => boolean,
): Promise<VerificationCounts> {
  const { userId, verified } = suspect;
  const { untaken, undelivered } = await countUndeliverableOtps(suspect, span, maxTtlSeconds);
  // A verified OTP did arrive, whatever the state of its messages.
  const without = (count: number) => ({ sent: Math.max(verified, suspect.sent - count), verified });
  const accepted = without(untaken);
  if (undelivered === 0 || !isAbused(accepted)) return accepted;
  const others = await sampleOtherAccountsOtps(userId, span);
  const failing = isCarrierOutage(
    { sent: accepted.sent, undelivered },
    others,
    otpSettings.OTP_THROTTLE_MIN_CODES,
  );
  return failing ? without(untaken + undelivered) : accepted;
}
