import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { throttlePauseHours } from '../contract.ts';
import { otpSettings } from '../settings.ts';

type OtpThrottled = {
  name: string;
  /** The key's name and API ID; null if the whole account is throttled. */
  key: { name: string; keyId: string } | null;
  sent: number;
  verified: number;
  perMinute: number;
  /** Whether the throttle is still active. */
  isOn: boolean;
  /** The URL of the page where the owner can lift the throttle. */
  link: string;
};

/** The email about a throttle. It explains the low verification rate and the limit, and says what the owner can do. */
function otpThrottledEmail({ name, key, sent, verified, ...rest }: OtpThrottled): EmailContent {
  const { isOn, perMinute, link } = rest;
  const by = key ? `with your API key ${key.name} (${key.keyId})` : 'with your API keys together';
  const who = key ? 'this key' : 'your account';
  const throttled = `${isOn ? 'is' : 'was'} throttled`;
  return {
    subject: `Few of your OTPs are verified: ${who} ${throttled}`,
    name,
    heading: `Sending of OTPs ${throttled}`,
    paragraphs: [
      `Within an hour ${formatCount(sent)} OTPs were sent ${by}, and ${formatCount(verified)} of them were verified. This pattern often means SMS pumping: someone requests codes for numbers they do not own, which uses up your messages.`,
      isOn
        ? `So ${who} sends at most ${formatCount(perMinute)} OTPs a minute for now; more are rejected with otp_throttled. The throttle ends automatically when enough codes are verified again, or when few are requested within an hour.`
        : `So ${who} sent at most ${formatCount(perMinute)} OTPs a minute for a while; more were rejected with otp_throttled. The throttle has ended; it starts again if this happens again.`,
      'What you can do: show a captcha before you send a code, limit codes per IP address, and pass your user’s address as end_user_ip.',
    ],
    action: { label: 'Open the OTP console', href: link },
    afterwards: isOn
      ? ['If this traffic is expected, you can lift the throttle there for 24 hours.']
      : [],
  };
}

/**
 * Loads the email about a throttle. The email is sent even if the throttle has ended, because no other email follows for
 * a day. Returns null if no throttle was active in the last day, or the key was deleted.
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
