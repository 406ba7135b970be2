import { logger } from '#platform/logger.ts';
import { counter, histogram } from '#platform/metrics/instruments.server.ts';

type Kind = 'message' | 'otp';

const accepted = counter<'kind'>({
  name: 'dakiya_messages_accepted_total',
  help: 'Messages accepted: committed and charged.',
  labelNames: ['kind'],
});

const took = histogram<'kind'>({
  name: 'dakiya_accept_seconds',
  help: 'Time to accept a request, from validation to commit, in seconds.',
  labelNames: ['kind'],
});

for (const kind of ['message', 'otp'] as const) accepted.inc({ kind }, 0);

/**
 * Counts what one request had accepted, and logs by which ids it can be followed from here on.
 *
 * @param began `performance.now()` when the request came to the verb
 */
export function recordAccepted(kind: Kind, messageIds: string[], began: number): void {
  accepted.inc({ kind }, messageIds.length);
  took.observe({ kind }, (performance.now() - began) / 1_000);
  const [messageId] = messageIds;
  logger.info({ kind, ...(messageIds.length === 1 ? { messageId } : { messageIds }) }, 'accepted');
}
