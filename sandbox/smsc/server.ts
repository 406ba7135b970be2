import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp from 'smpp';
import { createScrubber } from '../scrubber/scrubber.ts';
import { createBehaviourSwitch, createChanges, createTimers } from '../state.ts';
import type { BehaviourName } from './magic-numbers.ts';
import { createPhones } from './phones.ts';
import { createMessageStates, createOutbox, type Outbox } from './receipts.ts';
import { type SessionOptions, serveSession } from './session.ts';
import { createLedger, createSubmitHandler, type SubmitOptions } from './submits.ts';

/** Configuration of an SMSC. Times are in milliseconds. */
type SmscOptions = SessionOptions &
  SubmitOptions & {
    host: string;
    /** The port on which to listen. If it is 0, the system picks a free port. */
    port: number;
    /** Delay before a rejected receipt is sent again. */
    receiptRetryMs: number;
    /** How long the operator's DLT check waits for the segments of a text. */
    incompleteAfterMs: number;
    /** The file of the operator's DLT register. */
    dltRegister: string;
  };

const defaultOptions: SmscOptions = {
  host: '127.0.0.1',
  port: 0,
  password: 'sandbox',
  submitIdFormat: 'text',
  receiptIdFormat: 'text',
  receiptAfterMs: 250,
  lateReceiptAfterMs: 10_000,
  unansweredReceiptAfterMs: 5_000,
  lateAnswerAfterMs: 20_000,
  receiptRetryMs: 3_000,
  answerTimeoutMs: 10_000,
  enquireLinkMs: 30_000,
  bindTimeoutMs: 30_000,
  incompleteAfterMs: 5_000,
  dltRegister: 'sandbox/scrubber/register.json',
};

/** A running SMSC with its controls. */
export type Smsc = Awaited<ReturnType<typeof createSmsc>>;

/**
 * Starts an SMPP 3.4 message centre that accepts any system id, and delivers only to its own phones.
 *
 * @returns once it listens
 * @throws the socket's error if the port is not available
 */
export async function createSmsc(given: Partial<SmscOptions> = {}) {
  const options = { ...defaultOptions, ...given };
  const timers = createTimers();
  const changes = createChanges();
  const network = createBehaviourSwitch<BehaviourName>(changes.notify);
  const phones = createPhones(changes.notify);
  const ledger = createLedger();
  const outboxes = new Map<string, Outbox>();
  const states = createMessageStates();
  const scrubber = createScrubber({
    ...{ path: options.dltRegister, incompleteAfterMs: options.incompleteAfterMs },
    ...{ timers, changed: changes.notify },
  });
  const takeSubmit = createSubmitHandler({
    ...{ options, timers, network, phones, ledger, states, scrubber },
  });

  function outboxFor(systemId: string): Outbox {
    const { receiptRetryMs } = options;
    const outbox =
      outboxes.get(systemId) ??
      createOutbox({ timers, receiptRetryMs, onAcknowledged: ledger.acknowledged });
    outboxes.set(systemId, outbox);
    return outbox;
  }

  const server = smpp.createServer((session) =>
    serveSession(session, { options, timers, takeSubmit, states, outboxFor }),
  );
  const dropConnections = () => {
    for (const session of [...server.sessions]) session.destroy();
  };
  server.listen(options.port, options.host);
  await once(server, 'listening');

  return {
    /** The port on which the server listens, even if port 0 was requested. */
    port: (server.address() as AddressInfo).port,
    /** The behaviour of future submits. */
    network,
    /** The received messages. */
    phones,
    ledger,
    /** The operator's DLT check. */
    scrubber,
    /** Number of unacknowledged receipts. */
    receiptsKept: () => [...outboxes.values()].reduce((sum, outbox) => sum + outbox.kept(), 0),
    /** Number of open connections. */
    connections: () => server.sessions.length,
    /** Closes all connections, as in a network failure; clients may reconnect immediately. */
    dropConnections,
    /**
     * Deletes messages and counters, and resets the settings of the network and of the DLT check. Receipts in flight are
     * still sent.
     */
    reset(): void {
      network.set('normal');
      scrubber.reset();
      ledger.reset();
      phones.clear();
    },
    /** Calls the listener after each change. */
    subscribe: changes.subscribe,
    async close(): Promise<void> {
      timers.close();
      const closed = once(server, 'close');
      server.close();
      dropConnections();
      await closed;
    },
  };
}
