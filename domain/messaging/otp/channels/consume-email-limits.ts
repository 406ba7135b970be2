import { keyedHash } from '#platform/crypto.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { otpSettings } from '../settings.ts';
import { toMailbox } from './contract.ts';

/**
 * Emails with codes to one mailbox, in an hour and a day. One account may send a quarter of what all may, as for messages
 * (docs/decisions/029), so that it does not use up what another customer's user waits for.
 */
const maxPerMailbox = { ofAccount: { hour: 5, day: 10 }, ofAll: { hour: 20, day: 40 } };

const hour = 3_600;
const day = 24 * hour;

const createMailboxLimiter = (name: string, points: number, seconds: number) =>
  createRateLimiter(`otp-emails-${name}`, { points, seconds });

const limits = {
  account: createRateLimiter('otp-emails-account', {
    points: otpSettings.OTP_EMAIL_ACCOUNT_PER_HOUR,
    seconds: hour,
  }),
  ofAccountHour: createMailboxLimiter('own-hour', maxPerMailbox.ofAccount.hour, hour),
  ofAccountDay: createMailboxLimiter('own-day', maxPerMailbox.ofAccount.day, day),
  hour: createMailboxLimiter('hour', maxPerMailbox.ofAll.hour, hour),
  day: createMailboxLimiter('day', maxPerMailbox.ofAll.day, day),
};

/**
 * Consumes an email with a code from the limits of its account and mailbox. The emails go to people without an account and are free,
 * so only these limits keep an account from flooding a mailbox, or from spoiling the reputation of the installation's address.
 *
 * @returns a function that refunds it, for an email that is not sent after all; null if a limit is reached
 */
export async function consumeEmailLimits(
  userId: string,
  email: string,
): Promise<(() => void) | null> {
  const mailbox = keyedHash('otp-emails', toMailbox(email)).toString('base64url');
  const shares = [
    { limit: limits.account, key: userId },
    { limit: limits.ofAccountHour, key: `${userId}:${mailbox}` },
    { limit: limits.ofAccountDay, key: `${userId}:${mailbox}` },
    { limit: limits.hour, key: mailbox },
    { limit: limits.day, key: mailbox },
  ];
  const states = await Promise.all(shares.map(({ limit, key }) => limit.consume(key)));
  const refund = () => {
    for (const { limit, key } of shares) limit.refund(key);
  };
  if (states.every(({ allowed }) => allowed)) return refund;
  refund();
  return null;
}
