import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { prisma } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import { type sent, stateOf } from './sent-segments.ts';

export type Part = Awaited<ReturnType<typeof sent>>;

/** Processes a receipt that says that an operator rejected the part. */
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

export const untilState = (part: Part, state: string) =>
  until(`it is ${state}`, async () => (await stateOf(part)) === state);

export const messageOf = ({ message_id: id }: Part) =>
  prisma.message.findUniqueOrThrow({ where: { id } });
export const queueOf = ({ message_id: messageId }: Part) =>
  prisma.queuedMessage.findUnique({ where: { messageId } });

/** Processes a receipt that says that the operator's check itself failed. */
export const rejectedForNow = (part: Part) => rejectedWith(part, '670', 'dlt_scrubbing_failed');
