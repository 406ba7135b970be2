import type { Receipt } from '#domain/messaging/delivery/carriers/contract.ts';
import type { Attempt, ReservedMessage } from '#domain/messaging/delivery/contract.ts';
import { getOutcome } from './magic-numbers.ts';

/** The name in messages, receipts, logs and metrics. No carrier can have it: theirs have no space. */
export const simulatedCarrier = 'test mode';

/** A receipt, as a carrier's connection would give it. @param segment its recipient in digits, with the country code */
export const toReceipt = (
  state: 'delivered' | 'undelivered',
  carrierMessageId: string,
  { recipient, reference }: Pick<Receipt, 'recipient' | 'reference'>,
): Receipt => ({
  ...{ carrier: simulatedCarrier, carrierMessageId, state, recipient, reference },
  status: state === 'delivered' ? 'DELIVRD' : 'UNDELIV',
  errorCode: state === 'delivered' ? '000' : '001',
});

/**
 * Keeps a test message that was submitted in the queue until its receipt is due: a worker that is lost meanwhile loses no
 * receipt.
 */
export function keepForReceipt(
  attempt: Attempt,
  { recipient }: Pick<ReservedMessage, 'recipient'>,
): Attempt {
  const { receipt } = getOutcome(recipient);
  const isSubmitted = attempt.state === 'sent' || attempt.state === 'unknown';
  if (!isSubmitted || !receipt || receipt.afterMs === 0) return attempt;
  return { ...attempt, retryInMs: receipt.afterMs };
}
