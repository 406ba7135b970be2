import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { type OtpThrottle, throttlePauseHours } from '../contract.ts';
import { otpSettings } from '../settings.ts';

/** A throttle that holds, or that its owner lifted, so that none may start yet. */
export type ThrottleState = OtpThrottle & {
  /** What must be verified for it to end, in percent. */
  minVerifiedPercent: number;
  /** Until when none starts, as the owner lifted it; null while it holds. */
  pausedUntil: Date | null;
};

/** An account may have more keys than a page has room for. */
const maxShown = 20;

/** Reads what throttles an account's codes now, whatever service they are of; nothing while throttling is turned off. */
export async function readThrottleState(userId: string): Promise<ThrottleState[]> {
  if (otpSettings.OTP_THROTTLE_BELOW_PERCENT === 0) return [];
  const pauseMs = throttlePauseHours * 3_600_000;
  const lifted = {
    liftedByOwner: true,
    endedAt: { gt: new Date(clock.now().getTime() - pauseMs) },
  };
  const rows = await prisma.otpThrottle.findMany({
    where: { userId, OR: [{ endedAt: null }, lifted] },
    select: {
      ...{ id: true, keyId: true, startedAt: true, sent: true, verified: true },
      ...{ minVerifiedPercent: true, endedAt: true },
    },
    orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: maxShown,
  });
  return rows.map(({ endedAt, ...throttle }) => ({
    ...throttle,
    pausedUntil: endedAt && new Date(endedAt.getTime() + pauseMs),
  }));
}
