import { countUndeliverableOtps } from '#domain/messaging/messages/count-undeliverable-otps.server.ts';
import { sampleOtherAccountsOtps } from '#domain/messaging/messages/sample-other-accounts-otps.server.ts';
import { codeTtlSeconds } from '../contract.ts';
import { otpSettings } from '../settings.server.ts';
import { isCarrierOutage } from './is-carrier-outage.ts';
import type { VerificationCounts } from './verification-rate.ts';

type Judged = VerificationCounts & { userId: string; keyIds: string[] };

/**
 * The codes of some API IDs without those that reached nobody, through no fault of who asked for them: no carrier
 * took them, or it fails to deliver those of others too. What was undelivered to one alone counts as sent.
 *
 * @param span when the codes were begun
 * @param isAbused whether codes look like abuse; the others are asked about only if it matters
 */
export async function excludeUndeliverable(
  judged: Judged,
  span: { from: Date; to: Date },
  isAbused: (seen: VerificationCounts) => boolean,
): Promise<VerificationCounts> {
  const { userId, verified } = judged;
  const { untaken, undelivered } = await countUndeliverableOtps(judged, span, codeTtlSeconds);
  // A code was verified, so it came, whatever is known of its messages.
  const without = (count: number) => ({ sent: Math.max(verified, judged.sent - count), verified });
  const taken = without(untaken);
  if (undelivered === 0 || !isAbused(taken)) return taken;
  const others = await sampleOtherAccountsOtps(userId, span);
  const failing = isCarrierOutage(
    { sent: taken.sent, undelivered },
    others,
    otpSettings.OTP_THROTTLE_MIN_CODES,
  );
  return failing ? without(untaken + undelivered) : taken;
}
