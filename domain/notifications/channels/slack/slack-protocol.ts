import type { EmailKind } from '#domain/notifications/email/contract.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import type { OutboundResponse } from '#platform/http/user-address/post-to-user-address.ts';
import { notifiedPart, type SendOutcome } from '../contract.browser.ts';

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

/** Slack's error codes for a permanently invalid webhook (reference of incoming webhooks). */
const permanentErrors = new Set([
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
  'channel_is_archived',
]);

/** Too many requests, timeouts, and server errors. */
const isTemporary = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/** Converts the response of an incoming webhook, Slack's or a compatible one. */
export function parseSlackResponse({
  status,
  text,
  retryAfterSeconds,
}: OutboundResponse): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  // Slack responds with an error code; other servers' responses are not shown.
  const errorCode = /^[a-z_]{2,40}$/.exec(text.trim())?.[0];
  return {
    kind: 'refused',
    reason: `The server answered ${status}${errorCode ? ` (${errorCode})` : ''}.`,
    retry: isTemporary(status),
    retryAfterSeconds,
    forGood:
      status === 404 ||
      status === 410 ||
      (errorCode !== undefined && permanentErrors.has(errorCode)),
  };
}
