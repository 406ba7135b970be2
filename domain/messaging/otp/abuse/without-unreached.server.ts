import { countUnreachedCodes } from '#domain/messaging/messages/count-unreached-codes.server.ts';
import { sampleCodesOfOthers } from '#domain/messaging/messages/sample-codes-of-others.server.ts';
import { env } from '#platform/env.ts';
import { lifeSeconds } from '../contract.ts';
import type { Conversion } from './conversion.ts';
import { isOutage } from './is-outage.ts';

type Judged = Conversion & { userId: string; keyIds: string[] };

/**
 * The codes of some API IDs without those that reached nobody, through no fault of who asked for them: no carrier
 * took them, or it fails to deliver those of others too. What was undelivered to one alone counts as sent.
 *
 * @param span when the codes were begun
 * @param isAbused whether codes look like abuse; the others are asked about only if it matters
 */
export async function withoutUnreached(
  judged: Judged,
  span: { from: Date; to: Date },
  isAbused: (seen: Conversion) => boolean,
): Promise<Conversion> {
  const { userId, verified } = judged;
  const { untaken, undelivered } = await countUnreachedCodes(judged, span, lifeSeconds);
  // A code was verified, so it came, whatever is known of its messages.
  const without = (count: number) => ({ sent: Math.max(verified, judged.sent - count), verified });
  const taken = without(untaken);
  if (undelivered === 0 || !isAbused(taken)) return taken;
  const others = await sampleCodesOfOthers(userId, span);
  const failing = isOutage({ sent: taken.sent, undelivered }, others, env.OTP_BRAKE_FROM);
  return failing ? without(untaken + undelivered) : taken;
}
