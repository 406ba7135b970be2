import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp from 'smpp';
import { createChanges } from '../changes.ts';
import { createScrubber, type Scrubber } from '../scrubber/scrubber.ts';
import { createMessageNumbers } from './message-ids.ts';
import { createMessageStates } from './message-states.ts';
import { createNetwork, type Network } from './network.ts';
import { defaultSmscOptions, type SmscOptions } from './options.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPhones, type Phones } from './phones.ts';
import { serveSession } from './session.ts';
import { createLedger, type Ledger } from './submit-counter.ts';
import { createSubmitHandler } from './submits.ts';
import { createTimers } from './timers.ts';

/** A running SMSC with its controls. */
export type Smsc = {
  /** The actual port, also if 0 was requested. */
  readonly port: number;
  /** The behaviour of further submits. */
  readonly network: Network;
  /** The received messages. */
  readonly phones: Phones;
  readonly ledger: Ledger;
  /** The operator's DLT check. */
  readonly scrubber: Scrubber;
  /** Number of unacknowledged receipts. */
  receiptsKept(): number;
  /** Number of open connections. */
  connections(): number;
  /** Closes all connections, as in a network failure; clients may reconnect immediately. */
  dropConnections(): void;
  /** Deletes messages, counters, the network's setting and the scrubber's; receipts in flight are still sent. */
  reset(): void;
  /**
   * Calls the listener after each change.
   *
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
  /** Closes all connections and the server. */
  close(): Promise<void>;
};

/**
 * Starts an SMPP 3.4 message centre that accepts any system id and delivers to its own phones only.
 *
 * @returns once it listens
 * @throws the socket's error if the port is not available
 */
export async function createSmsc(given: Partial<SmscOptions> = {}): Promise<Smsc> {
  const options = { ...defaultSmscOptions, ...given };
  const timers = createTimers();
  const changes = createChanges();
  const network = createNetwork(changes.notify);
  const phones = createPhones(changes.notify);
  const ledger = createLedger();
  const outboxes = new Map<string, Outbox>();
  const nextSerial = createMessageNumbers();
  const states = createMessageStates();
  const scrubber = createScrubber({
    ...{ path: options.dltRegister, incompleteAfterMs: options.incompleteAfterMs },
    ...{ timers, changed: changes.notify },
  });
  const takeSubmit = createSubmitHandler({
    ...{ options, timers, network, phones, ledger, states, scrubber, nextSerial },
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
    port: (server.address() as AddressInfo).port,
    network,
    phones,
    ledger,
    scrubber,
    receiptsKept: () => [...outboxes.values()].reduce((sum, { kept }) => sum + kept, 0),
    connections: () => server.sessions.length,
    dropConnections,
    reset() {
      network.set('normal', null);
      scrubber.reset();
      ledger.reset();
      phones.clear();
    },
    subscribe: changes.subscribe,
    async close() {
      timers.close();
      const closed = once(server, 'close');
      server.close();
      dropConnections();
      await closed;
    },
  };
}
