import { logger } from '#platform/logger.ts';
import { counter, histogram } from '#platform/metrics/instruments.ts';

type Kind = 'message' | 'otp';

const accepted = counter<'kind'>({
  name: 'dakiya_messages_accepted_total',
  help: 'Messages accepted: committed and charged.',
  labelNames: ['kind'],
});

const acceptSeconds = histogram<'kind'>({
  name: 'dakiya_accept_seconds',
  help: 'Time to accept a request, from validation to commit, in seconds.',
  labelNames: ['kind'],
});

for (const kind of ['message', 'otp'] as const) accepted.inc({ kind }, 0);

/**
 * Counts the accepted messages of one request and logs their ids. Those of test keys are logged alone.
 *
 * @param began `performance.now()` at the start of the request's handling
 */
export function recordAccepted(kind: Kind | 'test', messageIds: string[], began: number): void {
  if (kind !== 'test') {
    accepted.inc({ kind }, messageIds.length);
    acceptSeconds.observe({ kind }, (performance.now() - began) / 1_000);
  }
  const [messageId] = messageIds;
  logger.info({ kind, ...(messageIds.length === 1 ? { messageId } : { messageIds }) }, 'accepted');
}
