import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
  linkLike,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { throttlePauseHours } from './contract.ts';
import { codeColumn } from './otp-code.ts';
import { otpSettings } from './settings.ts';

/** Allows letters of any writing system, digits, and the punctuation of brand names. */
const plain = /^[\p{L}\p{M}\p{N} .&'’+-]{1,30}$/u;

/** A name with more digits may be a phone number. */
const maxDigits = 4;

/**
 * Returns a service's name in the form in which an email shows it. The owner of the account chooses both the name and the
 * recipient's address, so without this check the owner could put any message, such as spam, into the name. A name that looks
 * like a link or a phone number is omitted.
 *
 * @returns the name; an empty string if it is omitted
 */
export function toShownName(name: string): string {
  const shown = name.normalize('NFKC').replace(/\s+/g, ' ').trim();
  const digits = shown.match(/\p{N}/gu)?.length ?? 0;
  if (!plain.test(shown) || linkLike.test(shown) || digits > maxDigits) return '';
  return shown;
}

/**
 * Loads the email with the code of a send attempt. If the code can no longer be verified, marks the attempt as skipped and
 * returns null.
 */
export async function loadOtpCodeEmail({
  email,
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const id = about ?? '';
  const attempt = await prisma.otpSendAttempt.findUnique({ where: { id }, include: { otp: true } });
  if (!attempt) return null;
  const { otp } = attempt;
  const leftMs = otp.expiresAt.getTime() - clock.now().getTime();
  if (otp.state !== 'pending' || leftMs <= 0 || !otp.encryptedCode) {
    await prisma.otpSendAttempt.update({ where: { id }, data: { state: 'skipped' } });
    return null;
  }
  const content = otpCodeEmail({
    code: codeColumn.decrypt(otp, otp.encryptedCode),
    serviceName: toShownName(await findName(otp)),
    minutesLeft: Math.max(1, Math.floor(leftMs / 60_000)),
  });
  return { to: email, content };
}

/**
 * Returns the name of the code's service. For a code without a service, returns the installation's brand. If the service was
 * deleted, returns an empty string.
 */
async function findName({ userId, serviceId }: { userId: string; serviceId: string | null }) {
  if (serviceId === null) return otpSettings.OTP_BRAND;
  const service = await prisma.otpService.findFirst({ where: { id: serviceId, userId } });
  return service?.name ?? '';
}

type OtpCode = {
  code: string;
  /** An empty string if the name must not be shown. */
  serviceName: string;
  minutesLeft: number;
};

/** The email with a code. The recipient may not know Dakiya, so customers cannot change the text of this email. */
function otpCodeEmail({ code, serviceName, minutesLeft }: OtpCode): EmailContent {
  const ofService = serviceName === '' ? '' : `${serviceName} `;
  const minutes = minutesLeft === 1 ? 'one minute' : `${minutesLeft} minutes`;
  return {
    subject: `Your ${ofService}verification code`,
    name: '',
    heading: `Your code is ${code}`,
    paragraphs: [
      `${code} is your ${ofService}verification code. It is valid for ${minutes}, and works once.`,
      'Do not share it with anyone.',
      'If you did not ask for a code, someone has probably entered your address by mistake. Without the code they can do nothing, so do not share it. If you get such an email again, please write to us.',
    ],
  };
}

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
