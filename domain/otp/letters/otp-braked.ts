import type { LetterContent } from '#domain/mail/letters/content.ts';

type Braked = {
  name: string;
  /** What the owner calls the key, and its API ID. */
  keyName: string;
  keyId: string;
  sent: number;
  verified: number;
  perMinute: number;
  /** Where the brake can be taken off. */
  link: string;
};

const count = (number: number) => number.toLocaleString('en-IN');

/** Tells that codes are sent and not typed in, what was done about it, and what the owner can do. */
export function otpBraked({
  name,
  keyName,
  keyId,
  sent,
  verified,
  ...rest
}: Braked): LetterContent {
  return {
    subject: 'Few of your OTPs are verified: sending is slowed down',
    name,
    heading: 'Sending of OTPs is slowed down',
    paragraphs: [
      `Within an hour ${count(sent)} OTPs were sent with your API key ${keyName} (${keyId}), and ${count(verified)} of them were verified. It looks as if somebody has codes sent to numbers without wanting to sign in, which costs you messages.`,
      `So this key sends at most ${count(rest.perMinute)} OTPs a minute for now; more are refused with otp_braked. It ends by itself when enough codes are verified again, or when few are asked for during an hour.`,
      'Look at who asks for codes in your app: ask for a captcha before, send one address few codes, and pass it on as end_user_ip.',
    ],
    action: { label: 'Look at it', href: rest.link },
    afterwards: ['If all of this is as it should be, you can take the brake off there for a day.'],
  };
}
