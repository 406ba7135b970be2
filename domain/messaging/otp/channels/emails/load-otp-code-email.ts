import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  linkLike,
} from '#domain/notifications/email/contract.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { codeColumn } from '../../otp-code.ts';
import { otpSettings } from '../../settings.ts';

/** Allows letters of any script, digits, and the punctuation of brand names. */
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
