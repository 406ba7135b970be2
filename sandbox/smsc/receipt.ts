import type { Segment } from './segment.ts';

/** A delivery receipt to send. */
export type Receipt = {
  messageId: string;
  outcome: 'delivered' | 'undelivered';
  /** The operator's error code; the usual one of the outcome if left out. */
  error?: string;
  segment: Segment;
  submittedAt: number;
};

/** Message states (SMPP 3.4 §5.2.28) with the keywords and codes of the receipt text. */
const outcomes = {
  delivered: { state: 2, word: 'DELIVRD', count: '001', error: '000' },
  undelivered: { state: 5, word: 'UNDELIV', count: '000', error: '001' },
} as const;

const receiptEsmClass = 0x04;

/** Whether registered_delivery (SMPP 3.4 §5.2.17) requests a receipt of this outcome. */
export function wantsReceipt(registeredDelivery: number, outcome: Receipt['outcome']): boolean {
  const asked = registeredDelivery & 0x03;
  return asked === 1 || asked === (outcome === 'delivered' ? 3 : 2);
}

/** The fields of the deliver_sm, from the phone to the sender; the state is in TLVs and in the text. */
export function receiptFields({ messageId, outcome, segment, submittedAt, ...given }: Receipt) {
  const { state, word, count, error: usual } = outcomes[outcome];
  const { error = usual } = given;
  const text = [
    `id:${messageId} sub:001 dlvrd:${count}`,
    `submit date:${smppDate(submittedAt)} done date:${smppDate(Date.now())}`,
    `stat:${word} err:${error} text:${excerpt(segment.text)}`,
  ].join(' ');
  return {
    source_addr_ton: 1,
    source_addr_npi: 1,
    source_addr: segment.to,
    destination_addr: segment.from,
    esm_class: receiptEsmClass,
    data_coding: 0,
    short_message: Buffer.from(text, 'latin1'),
    receipted_message_id: messageId,
    message_state: state,
    ...(segment.reference === null ? {} : { user_message_reference: segment.reference }),
  };
}

const istOffsetMs = 5.5 * 60 * 60 * 1000;

/** YYMMDDhhmm in the centre's time zone, IST. */
function smppDate(at: number): string {
  return new Date(at + istOffsetMs).toISOString().replace(/\D/g, '').slice(2, 12);
}

/** Absolute time (SMPP 3.4 §7.1.1), 22 quarters of an hour before UTC. */
export const smppAbsoluteTime = (at: number): string =>
  `${new Date(at + istOffsetMs).toISOString().replace(/\D/g, '').slice(2, 14)}022+`;

/** The first 20 characters in ASCII. */
function excerpt(text: string): string {
  return text.slice(0, 20).replace(/[^\x20-\x7e]/g, '?');
}
