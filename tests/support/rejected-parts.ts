import type { Attempt } from '#domain/messaging/delivery/contract.ts';
import { matchPartReceipts } from '#domain/messaging/delivery/receipts/match-stored-receipts.server.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.server.ts';
import { recordAttempt } from '#domain/messaging/delivery/record-attempt.server.ts';
import type { OperatorVerdict } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.ts';
import { prisma, query } from '#platform/db.server.ts';
import { reserveTestMessage } from './message-fixtures.ts';
import { type sent, stateOf } from './sent-segments.ts';
import { until } from './until.ts';

export type Part = Awaited<ReturnType<typeof sent>>;

/** The receipt of a part that an operator rejected because its own check failed. */
export const rejectedForNow = (part: Part) => rejectedWith(part, '670', 'dlt_scrubbing_failed');

export const rejectedWith = (
  { carrier_message_id: id, recipient, reference }: Part,
  errorCode: string,
  verdict: OperatorVerdict,
) =>
  receiveReceipt({
    ...{ carrier: 'first', carrierMessageId: id ?? '', state: 'undelivered', status: 'UNDELIV' },
    ...{ errorCode, verdict },
    ...{ recipient: recipient.slice(1), reference },
  });

export const delivered = ({ carrier_message_id: id, recipient }: Part) =>
  receiveReceipt({
    ...{ carrier: 'first', carrierMessageId: id ?? '', state: 'delivered', status: 'DELIVRD' },
    ...{ errorCode: '000', recipient: recipient.slice(1), reference: null },
  });

export const untilState = (part: Part, state: string) =>
  until(`it is ${state}`, async () => (await stateOf(part)) === state);

export const messageOf = ({ message_id: id }: Part) =>
  prisma.message.findUniqueOrThrow({ where: { id } });

export const queueOf = ({ message_id: messageId }: Part) =>
  prisma.queuedMessage.findUnique({ where: { messageId } });

/** The next attempt of a message, at once: the carrier takes it under another id, or does not answer. */
export async function attemptAgain(
  part: Part,
  carrierMessageId: string | null,
  round: number,
): Promise<Part> {
  const state = carrierMessageId === null ? 'unknown' : 'sent';
  const id = part.message_id;
  await query('make-due', 'UPDATE message_queue SET due_at = now() WHERE message_id = $1', [id]);
  const { userId } = await messageOf(part);
  const reservation = await reserveTestMessage(userId, id);
  if (reservation === null) throw new Error('another worker has reserved it');
  const own: Part = {
    ...part,
    ...{ seq: 16 * round + 1, reference: part.reference + round, state },
    ...{ carrier_message_id: carrierMessageId },
    submitted_at: state === 'sent' ? new Date() : null,
  };
  const attempt: Attempt = {
    ...{ messageId: id, reservation, lane: 'messages', reason: null, state },
    ...{ parts: [own], events: [], retryInMs: null, counted: false, refund: false },
  };
  await recordAttempt(attempt);
  await matchPartReceipts([own]);
  return own;
}
