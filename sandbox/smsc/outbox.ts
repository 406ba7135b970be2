import { logger } from '#platform/logger.ts';
import { Queue } from './queue.ts';
import { type Receipt, receiptFields } from './receipt.ts';
import type { SmppConnection } from './smpp-connection.ts';
import type { Timers } from './timers.ts';

/** Receipts of one system id, shared by its connections. */
export type Outbox = {
  /** Number of unacknowledged receipts. */
  readonly kept: number;
  /** Queues a receipt; the connection of its `submitter` is preferred. */
  add(receipt: Receipt, submitter: SmppConnection): void;
  /** Adds a connection that can receive. */
  open(link: SmppConnection): void;
  /** Removes a connection. */
  close(link: SmppConnection): void;
};

type OutboxOptions = {
  timers: Timers;
  receiptRetryMs: number;
  /** Called for each acknowledged receipt. */
  onAcknowledged: () => void;
};

/** Maximum number of unacknowledged receipts per connection. */
const windowPerLink = 200;

/** Maximum number of stored receipts; beyond it the oldest is dropped. */
const mostKept = 100_000;

type Entry = { receipt: Receipt; submitter: SmppConnection };

/**
 * Delivers receipts at least once, as a real centre does: rejected ones are retried after a delay, those of a
 * lost connection as soon as another one is bound.
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

  /** Sends what can be sent; called for each new receipt, connection or freed slot. */
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
