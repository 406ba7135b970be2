import type { EmailKind } from '#domain/notifications/email/contract.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { notifiedPart } from '../contract.ts';

/**
 * Control characters of Slack's format (https://docs.slack.dev/messaging/formatting-message-text).
 */
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const plain = (text: string) => text.replace(/[&<>]/g, (character) => escaped[character] ?? '');

/** The Slack text of an email: its subject, and its paragraphs if they may be sent there. */
export function toSlackText(kind: EmailKind, { subject, paragraphs }: EmailContent): string {
  const rest = notifiedPart[kind] === 'all' ? paragraphs : [];
  return [`*Dakiya: ${plain(subject)}*`, ...rest.map(plain)].join('\n');
}
