import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import type { UsagePeriod } from '../contract.ts';
import { usageThresholdReached } from '../usage-threshold.ts';

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

const shown = (count: number) => count.toLocaleString('en-IN');

/**
 * What is used of the month's messages, and what happens when nothing is left.
 *
 * @param link where plans are
 */
export function usageEmail(
  name: string,
  month: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit' | 'planName' | 'endsAt'>,
  link: string,
): EmailContent {
  const { messagesUsed, messageLimit, planName } = month;
  const reset = `${time.format(month.endsAt)} (India time)`;
  const used = `${shown(messagesUsed)} of the ${shown(messageLimit)} messages of your plan ${planName} are used this month. A quota unit is one segment: a text of three segments uses three.`;
  const common = {
    name,
    action: { label: 'See the plans', href: link },
    afterwards: ['Which mails you get is chosen under Settings in your dashboard.'],
  };
  if (usageThresholdReached(month) === 100) {
    return {
      ...common,
      subject: 'Your monthly message limit is reached',
      heading: 'Your monthly message limit is reached',
      paragraphs: [
        used,
        `Messages and one-time passwords are rejected until your quota resets on ${reset}. Upgrade to send more now.`,
      ],
    };
  }
  const percent = Math.floor((messagesUsed / messageLimit) * 100);
  return {
    ...common,
    subject: `${percent} % of your monthly messages are used`,
    heading: `${percent} % of your monthly messages are used`,
    paragraphs: [
      used,
      `Your quota resets on ${reset}. If you use it up before then, messages and one-time passwords are rejected.`,
    ],
  };
}
