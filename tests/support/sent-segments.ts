import type { Attempt, PartRow } from '#domain/delivery/contract.ts';
import { recordAttempt } from '#domain/delivery/record-attempt.ts';
import { acceptMessages } from '#domain/messaging/messages/accept-messages.ts';
import { prisma, query } from '#platform/db.ts';
import { anAccount } from './account.ts';
import { aRow, reserveTestMessage, toCaller } from './message-fixtures.ts';

const hourMs = 3_600_000;

let made = 0;
/** A number that no other test uses. */
export const aNumber = () => `+91${9_700_000_000 + ++made}`;

type Sent = Partial<Pick<PartRow, 'carrier' | 'carrier_message_id' | 'reference' | 'state'>>;

/** A message that a carrier accepted with the id 7 at the time `at` (in milliseconds). It is valid for an hour. */
export async function sent(recipient: string, at: number, given: Sent = {}): Promise<PartRow> {
  const { part, record } = await submitted(recipient, at, given);
  await record();
  return part;
}

/** A message like that of `sent`, but before the carrier's response is recorded. */
export async function submitted(recipient: string, at: number, given: Sent = {}) {
  const caller = await toCaller(await anAccount());
  const created_at = new Date(at);
  const row = aRow(caller, recipient, { at: created_at });
  const message = { ...row, valid_until: new Date(at + hourMs) };
  const { id } = message;
  await acceptMessages([{ caller, messages: [message], idempotency: null, answer: null }]);
  const reservation = await reserveTestMessage(caller.userId, id);
  if (reservation === null) throw new Error('nobody else reserves it');
  const part: PartRow = {
    ...{ message_id: id, seq: 1, carrier: 'first', carrier_message_id: '7', reference: made },
    ...{ recipient, state: 'sent', submitted_at: created_at, ...given },
  };
  const attempt: Attempt = {
    ...{ messageId: id, reservation, lane: 'messages', recipient, reason: null },
    ...{ state: part.state === 'sent' ? 'sent' : 'unknown', parts: [part], events: [] },
    ...{ retryInMs: null, counted: false, refund: false },
  };
  return { part, record: () => recordAttempt(attempt) };
}

export async function stateOf({ message_id: id }: PartRow) {
  return (await prisma.message.findUniqueOrThrow({ where: { id } })).state;
}

export async function receiptsOf({ message_id: id }: PartRow): Promise<number> {
  const rows = await query(
    'receipts-of',
    "SELECT FROM message_timeline WHERE message_id = $1 AND kind = 'receipt'",
    [id],
  );
  return rows.length;
}
