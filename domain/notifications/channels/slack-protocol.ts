import type { EmailContent, EmailKind } from '#domain/notifications/email/contract.ts';
import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import {
  type OutboundResponse,
  postToUserAddress,
} from '#platform/http/user-address/post-to-user-address.ts';
import { ofInstance } from '#platform/instance.ts';
import { createFairBudget } from '#platform/limits/fair-budget.ts';
import { notifiedPart, type SendOutcome } from './contract.browser.ts';

/** The characters that Slack requires to be escaped (https://docs.slack.dev/messaging/formatting-message-text). */
const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const plain = (text: string) => text.replace(/[&<>]/g, (character) => escaped[character] ?? '');

/** Returns the Slack message for an email: the subject, and the paragraphs too if `notifiedPart` is `all`. */
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

/** Whether a status is temporary: too many requests, a timeout, or a server error. */
const isTemporary = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/** Converts the response of an incoming webhook, of Slack or of a compatible server, to the outcome of the attempt. */
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

/** Posts a text to an incoming webhook of Slack or a compatible server, such as Mattermost. */
export async function postToSlack(address: string, text: string): Promise<SendOutcome> {
  try {
    const headers = { 'content-type': 'application/json' };
    return parseSlackResponse(
      await postToUserAddress(address, { headers, body: JSON.stringify({ text }) }),
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const timedOut = error.code === 'timed_out';
    return { kind: 'refused', reason: error.message, retry: true, timedOut };
  }
}

/** Concurrent Slack posts per worker: in total, and per user. A silent server blocks each post for ten seconds. */
export const slackSlots = { inAll: 20, perUser: 2 };

/** Runs a user's Slack post in one of this worker's slots. If no slot is free, rejects at once with `NotDone`. */
export const inSlackSlot = ofInstance(() =>
  createFairBudget({
    perCaller: slackSlots.perUser,
    total: slackSlots.inAll,
    maxWaiting: { perCaller: 0, total: 0 },
    maxWaitMs: 0,
  }),
);
