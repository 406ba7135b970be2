import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import type { UsagePeriod } from '../contract.ts';
import { usageThresholdReached } from '../usage-threshold.ts';

/**
 * The usage email: messages used this month, and what happens at the limit.
 *
 * @param link address of the plans page
 */
export function usageEmail(
  name: string,
  month: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit' | 'planName' | 'endsAt'>,
  link: string,
): EmailContent {
  const { messagesUsed, messageLimit, planName } = month;
  const reset = formatLongTime(month.endsAt);
  const used = `${formatCount(messagesUsed)} of the ${formatCount(messageLimit)} messages of your plan ${planName} are used this month. A quota unit is one segment: a text of three segments uses three.`;
  const common = {
    name,
    action: { label: 'See the plans', href: link },
    afterwards: ['You can choose which of these emails you get under Settings in your dashboard.'],
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
