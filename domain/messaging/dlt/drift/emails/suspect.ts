import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type SuspectFound = {
  /** The user's name. */
  name: string;
  what: 'header' | 'template';
  /** The header, or the template's id. */
  suspect: string;
  status: string;
  /** Which carrier reported it, and its code; null if it is not known any more. */
  reason: string | null;
  /** Page that shows what operators rejected. */
  link: string;
};

/** Notice that a header or template was turned off because an operator says that it may not be used. */
export function suspectEmail({
  name,
  what,
  suspect,
  status,
  reason,
  link,
}: SuspectFound): EmailContent {
  return {
    subject: `Operators report your ${what} ${suspect} as ${status}`,
    name,
    heading: `${suspect} is ${status}`,
    paragraphs: [
      `An operator rejected a message because the ${what} ${suspect} is ${status} in its DLT register${reason ? ` (${reason})` : ''}.`,
      `So that you do not pay for messages that cannot arrive, we refuse messages with this ${what} from now on.`,
      `Look at your DLT portal. When the ${what} is active there, turn it on again here.`,
    ],
    action: { label: 'See what was rejected', href: link },
  };
}
