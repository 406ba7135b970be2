import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongDate } from '#domain/shared/days-in-india.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

/** Rejections of a header and template with one verdict. */
export type DayDrift = {
  header: string;
  /** Null for messages without one. */
  templateId: string | null;
  rejections: number;
  /** What the operator found, and what to do. */
  text: string;
};

type DriftOfDay = {
  /** The user's name. */
  name: string;
  /** `2026-11-23` in India. */
  day: string;
  /** Those with most rejections first. */
  drift: readonly DayDrift[];
  /** Rejections of the day, also of what is not in `drift`. */
  rejections: number;
  /** Messages that the account had accepted on that day; null if the rejections are not of them alone. */
  messages: number | null;
  /** Page that shows what operators rejected. */
  link: string;
};

/** Daily notice of messages that agreed with what an account has registered, and that operators rejected. */
export function driftEmail({
  name,
  day,
  drift,
  rejections,
  messages,
  link,
}: DriftOfDay): EmailContent {
  const date = formatLongDate(new Date(`${day}T00:00:00+05:30`));
  const count = `${formatCount(rejections)} ${rejections === 1 ? 'message' : 'messages'}`;
  const of = messages !== null && messages >= rejections ? describeShare(rejections, messages) : '';
  return {
    subject: `Operators rejected ${count} that agreed with your templates`,
    name,
    heading: `Rejected on ${date}: ${count}`,
    paragraphs: [
      `On ${date} operators rejected ${count}${of} that agreed with what you have registered here. Your DLT portal probably has something else than we do.`,
      ...drift.map(
        (one) =>
          `${one.header}${one.templateId === null ? '' : `, template ${one.templateId}`}: ${formatCount(one.rejections)}. ${one.text}`,
      ),
      'Compare what is registered here with your portal, and correct what differs. You get this email once a day as long as messages are rejected.',
    ],
    action: { label: 'See what was rejected', href: link },
  };
}

/** Both are counted on India's days, one by receipt and one by acceptance: at midnight the share may be a little off. */
function describeShare(rejections: number, messages: number): string {
  const percent = (100 * rejections) / messages;
  const rounded = percent < 1 ? 'less than 1' : String(Math.round(percent));
  return ` (${rounded} % of the ${formatCount(messages)} that you sent on that day)`;
}
