import type { LetterContent } from '#domain/mail/letters/content.ts';

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
export function otpBraked({ name, key, sent, verified, ...rest }: Braked): LetterContent {
  const { isOn, perMinute, link } = rest;
  const by = key ? `with your API key ${key.name} (${key.keyId})` : 'with your API keys together';
  const who = key ? 'this key' : 'your account';
  const slowed = `${isOn ? 'is' : 'was'} slowed down`;
  return {
    subject: `Few of your OTPs are verified: sending ${slowed}`,
    name,
    heading: `Sending of OTPs ${slowed}`,
    paragraphs: [
      `Within an hour ${count(sent)} OTPs were sent ${by}, and ${count(verified)} of them were verified. It looks as if somebody has codes sent to numbers without wanting to sign in, which costs you messages.`,
      isOn
        ? `So ${who} sends at most ${count(perMinute)} OTPs a minute for now; more are refused with otp_braked. It ends by itself when enough codes are verified again, or when few are asked for during an hour.`
        : `So ${who} sent at most ${count(perMinute)} OTPs a minute for a while; more were refused with otp_braked. It has ended, and begins again if the same is seen again.`,
      'Look at who asks for codes in your app: ask for a captcha before, send one address few codes, and pass it on as end_user_ip.',
    ],
    action: { label: 'Look at it', href: link },
    afterwards: isOn
      ? ['If all of this is as it should be, you can take the brake off there for a day.']
      : [],
  };
}
