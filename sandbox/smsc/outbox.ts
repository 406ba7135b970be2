import { logger } from '#platform/logger.ts';
import { Queue } from './queue.ts';
import { type Receipt, receiptFields } from './receipt.ts';
import type { SmppConnection } from './smpp-connection.ts';
import type { Timers } from './timers.ts';

/** The receipts of one system id, shared by all its connections. */
export type Outbox = {
  /** Receipts that the client has not acknowledged. */
  readonly kept: number;
  /** Takes a receipt to deliver as soon as a connection can carry it; `submitter` is preferred. */
  add(receipt: Receipt, submitter: SmppConnection): void;
  /** From now on receipts may go over this connection. */
  open(link: SmppConnection): void;
  /** Receipts no longer go over this connection. */
  close(link: SmppConnection): void;
};

type OutboxOptions = {
  timers: Timers;
  receiptRetryMs: number;
  /** Called for each receipt that the client acknowledged. */
  onAcknowledged: () => void;
};

/** Receipts under way on one connection; a client that acknowledges slowly is not flooded. */
const windowPerLink = 200;

/** Receipts kept for a client that does not fetch them; beyond it the oldest is lost. */
const mostKept = 100_000;

type Entry = { receipt: Receipt; submitter: SmppConnection };

/**
 * Delivers receipts at least once, as a real centre does: one that was refused is sent again after
 * a while, one whose connection was lost as soon as there is another.
 */
export function createOutbox({ timers, receiptRetryMs, onAcknowledged }: OutboxOptions): Outbox {
  const waiting = new Queue<Entry>();
  const links = new Set<SmppConnection>();
  let kept = 0;
  let lost = 0;

  function hasRoom(link: SmppConnection): boolean {
    return links.has(link) && link.open && link.unanswered < windowPerLink;
  }

  function choose(submitter: SmppConnection): SmppConnection | undefined {
    return hasRoom(submitter) ? submitter : [...links].find(hasRoom);
  }

  /** Sends what can be sent; called whenever there is a receipt, a connection or room more. */
  function pump(): void {
    for (let next = waiting.peek(); next; next = waiting.peek()) {
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
    get kept() {
      return kept;
    },
    add(receipt, submitter) {
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
    open(link) {
      links.add(link);
      pump();
    },
    close: (link) => void links.delete(link),
  };
}
