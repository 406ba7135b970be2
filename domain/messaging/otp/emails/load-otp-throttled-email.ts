import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { throttlePauseHours } from '../contract.ts';
import { otpSettings } from '../settings.ts';
import { otpThrottledEmail } from './otp-throttled.ts';

/**
 * Sent even if the throttle has ended meanwhile, as no other email follows for a day. Null if there
 * was no throttle in the last day, or the key is deleted.
 */
export async function loadOtpThrottledEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const throttle = await prisma.otpThrottle.findUnique({ where: { id: about ?? '' } });
  if (!throttle) return null;
  const { userId, keyId, sent, verified } = throttle;
  const since = new Date(clock.now().getTime() - throttlePauseHours * 3_600_000);
  const recent = await prisma.otpThrottle.findMany({
    where: { userId, keyId, OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
    select: { endedAt: true },
  });
  if (recent.length === 0) return null;
  const [user, keys] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId } }),
    listKeys(userId),
  ]);
  const key = keys.find((one) => one.keyId === keyId);
  if (!user || (keyId && !key)) return null;
  const content = otpThrottledEmail({
    ...{ key: key ?? null, sent, verified },
    isOn: recent.some(({ endedAt }) => endedAt === null),
    name: emailGreetingName(user),
    perMinute: otpSettings.OTP_THROTTLED_PER_MINUTE,
    link: `${serverSettings.PUBLIC_URL}${dashboardPaths.OTPVerification}`,
  });
  return { to: user.email, content };
}
