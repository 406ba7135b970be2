import type { Answer } from '#platform/http/user-address/post-to-user-address.server.ts';
import type { SendOutcome } from '../contract.ts';

/** Words of Slack for an address that never takes anything again (its reference of incoming webhooks). */
const gone = new Set([
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'team_disabled',
  'channel_is_archived',
]);

/** What passes: too many requests, and faults of the server's own. */
const passes = (status: number) => status >= 500 || [408, 425, 429].includes(status);

/** What an incoming webhook says of a message. Whatever answers as Slack does is taken for one. */
export function parseSlackResponse({ status, text, retryAfterSeconds }: Answer): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  // Slack answers with one word; what others answer is not shown.
  const word = /^[a-z_]{2,40}$/.exec(text.trim())?.[0];
  return {
    kind: 'refused',
    reason: `The server answered ${status}${word ? ` (${word})` : ''}.`,
    retry: passes(status),
    retryAfterSeconds,
    forGood: status === 404 || status === 410 || (word !== undefined && gone.has(word)),
  };
}
