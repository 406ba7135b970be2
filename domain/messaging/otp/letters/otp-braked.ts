import type { EmailContent } from '#domain/notifications/mail/letters/email-content.ts';

type Braked = {
  name: string;
  /** What the owner calls the key, and its API ID; null where the whole account is slowed down. */
  key: { name: string; keyId: string } | null;
  sent: number;
  verified: number;
  perMinute: number;
  /** Whether a brake is on still. */
  isOn: boolean;
  /** Where the brake can be taken off. */
  link: string;
};

const count = (number: number) => number.toLocaleString('en-IN');

/** Tells that codes are sent and not typed in, what was done about it, and what the owner can do. */
export function otpBraked({ name, key, sent, verified, ...rest }: Braked): EmailContent {
  const { isOn, perMinute, link } = rest;
  const by = key ? `with your API key ${key.name} (${key.keyId})` : 'with your API keys together';
  const who = key ? 'this key' : 'your account';
  const slowed = `${isOn ? 'is' : 'was'} slowed down`;
  return {
    subject: `Few of your OTPs are verified: sending ${slowed}`,
    name,
    heading: `Sending of OTPs ${slowed}`,
    paragraphs: [
      `Within an hour ${count(sent)} OTPs were sent ${by}, and ${count(verified)} of them were verified. Somebody may be requesting codes without wanting to sign in, which costs you messages.`,
      isOn
        ? `So ${who} sends at most ${count(perMinute)} OTPs a minute for now; more are refused with otp_braked. This ends by itself when enough codes are verified again, or when few are requested within an hour.`
        : `So ${who} sent at most ${count(perMinute)} OTPs a minute for a while; more were refused with otp_braked. This has ended, and starts again if it happens again.`,
      'Check who requests codes in your app: show a captcha first, limit codes for each address, and pass the address on as end_user_ip.',
    ],
    action: { label: 'Open the OTP console', href: link },
    afterwards: isOn
      ? ['If these requests are genuine, you can remove the limit there for a day.']
      : [],
  };
}
