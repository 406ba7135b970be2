import smpp, { type Pdu } from 'smpp';
import { type Receipt, smppAbsoluteTime } from './receipt.ts';
import { RecentMap } from './recent-map.ts';

/** The state of an accepted segment; before `finalAt`, it is on its way. */
type Submitted = { from: string; outcome: Receipt['outcome']; finalAt: number };

/** Segments whose state is certainly known; a centre forgets them after some days. */
const remembered = 100_000;

/** The states of accepted segments, which clients ask for with query_sm (SMPP 3.4 §4.8). */
export function createMessageStates() {
  const submitted = new RecentMap<string, Submitted>(remembered);

  return {
    /** @param messageId as in the response to the submit */
    add: (messageId: string, segment: Submitted): void => submitted.set(messageId, segment),

    /** The response to a query_sm: only who submitted it, from the same address, learns its state. */
    answer(pdu: Pdu): Pdu {
      const messageId = String(pdu.message_id ?? '');
      const segment = submitted.get(messageId);
      if (!segment || segment.from !== pdu.source_addr) {
        return pdu.response({ command_status: smpp.ESME_RQUERYFAIL });
      }
      const { outcome, finalAt } = segment;
      if (Date.now() < finalAt) {
        return pdu.response({ message_id: messageId, message_state: 1, error_code: 0 });
      }
      const isDelivered = outcome === 'delivered';
      return pdu.response({
        message_id: messageId,
        final_date: smppAbsoluteTime(finalAt),
        message_state: isDelivered ? 2 : 5,
        error_code: isDelivered ? 0 : 1,
      });
    },
  };
}

export type MessageStates = ReturnType<typeof createMessageStates>;
