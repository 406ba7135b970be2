import type { EmailKind } from '#domain/notifications/email/contract.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { notifiedPart } from '../contract.ts';

/** Slack reads these three as its own (https://docs.slack.dev/messaging/formatting-message-text). */
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const plain = (text: string) => text.replace(/[&<>]/g, (character) => escaped[character] ?? '');

/** What goes to Slack of a mail: its subject, and what it says if that may go there. */
export function toSlackText(kind: EmailKind, { subject, paragraphs }: EmailContent): string {
  const rest = notifiedPart[kind] === 'all' ? paragraphs : [];
  return [`*Dakiya: ${plain(subject)}*`, ...rest.map(plain)].join('\n');
}
