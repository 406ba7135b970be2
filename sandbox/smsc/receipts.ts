import smpp, { type Pdu } from 'smpp';
import { logger } from '#platform/logger.ts';
import { RecentMap, type Timers } from '../state.ts';
import type { SmppConnection } from './connection.ts';
import type { Segment } from './segment.ts';

/** A delivery receipt to send. */
type Receipt = {
  messageId: string;
  outcome: 'delivered' | 'undelivered';
  /** The operator's error code; by default the usual one of the outcome. */
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

/**
 * Returns the fields of the deliver_sm, which goes from the phone to the sender. The state is both in TLVs and in the text.
 */
function receiptFields({ messageId, outcome, segment, submittedAt, ...given }: Receipt) {
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

/** Absolute time (SMPP 3.4 §7.1.1) in IST, which is 22 quarters of an hour ahead of UTC. */
const smppAbsoluteTime = (at: number): string =>
  `${new Date(at + istOffsetMs).toISOString().replace(/\D/g, '').slice(2, 14)}022+`;

/** The first 20 characters, in which `?` replaces each character that is not ASCII. */
function excerpt(text: string): string {
  return text.slice(0, 20).replace(/[^\x20-\x7e]/g, '?');
}

type OutboxOptions = {
  timers: Timers;
  receiptRetryMs: number;
  /** Called for each acknowledged receipt. */
  onAcknowledged: () => void;
};

/** Maximum number of unacknowledged receipts per connection. */
const windowPerLink = 200;

/** Maximum number of stored receipts. If there are more, the oldest is dropped. */
const mostKept = 100_000;

type Entry = { receipt: Receipt; submitter: SmppConnection };

/** Receipts of one system id, shared by its connections. */
export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Delivers receipts at least once, like a real centre. A rejected receipt is retried after a delay. If the connection is
 * lost, the receipt is retried when another connection is bound.
 */
export function createOutbox({ timers, receiptRetryMs, onAcknowledged }: OutboxOptions) {
  const waiting: Entry[] = [];
  const links = new Set<SmppConnection>();
  let kept = 0;
  let lost = 0;

  function hasRoom(link: SmppConnection): boolean {
    return links.has(link) && link.isOpen() && link.unanswered() < windowPerLink;
  }

  function choose(submitter: SmppConnection): SmppConnection | undefined {
    return hasRoom(submitter) ? submitter : [...links].find(hasRoom);
  }

  /** Sends the receipts that can be sent. Called for each new receipt, new connection and freed slot. */
  function pump(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const link = choose(next.submitter);
      if (!link) return;
      waiting.shift();
      deliver(next, link);
    }
  }

  function deliver(entry: Entry, link: SmppConnection): void {
    link.request('deliver_sm', receiptFields(entry.receipt), (status) => {
      if (status === 0) {
        kept -= 1;
        onAcknowledged();
      } else if (status === null) {
        waiting.push(entry);
      } else {
        timers.later(receiptRetryMs, () => {
          waiting.push(entry);
          pump();
        });
      }
      pump();
    });
  }

  return {
    /** Number of unacknowledged receipts. */
    kept: () => kept,
    /** Queues a receipt. The connection of its `submitter` is preferred. */
    add(receipt: Receipt, submitter: SmppConnection): void {
      waiting.push({ receipt, submitter });
      kept += 1;
      if (kept > mostKept && waiting.shift()) {
        kept -= 1;
        lost += 1;
        if (lost % 1000 === 1)
          logger.warn({ lost }, 'receipts lost: the client does not fetch them');
      }
      pump();
    },
    /** Adds a connection that can receive. */
    open(link: SmppConnection): void {
      links.add(link);
      pump();
    },
    /** Removes a connection. */
    close: (link: SmppConnection): void => void links.delete(link),
  };
}

/** An accepted segment. Its state is `enroute` before `finalAt`, and `outcome` from then on. */
type Submitted = { from: string; outcome: Receipt['outcome']; finalAt: number };

/** Minimum number of newest segments that are remembered. A real centre forgets segments after some days. */
const remembered = 100_000;

/** The states of accepted segments, which clients query with query_sm (SMPP 3.4 §4.8). */
export function createMessageStates() {
  const submitted = new RecentMap<string, Submitted>(remembered);

  return {
    /** @param messageId the id in the response to the submit */
    add: (messageId: string, segment: Submitted): void => submitted.set(messageId, segment),

    /** Returns the response to a query_sm. Only a query with the submit's source address gets the state. */
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
