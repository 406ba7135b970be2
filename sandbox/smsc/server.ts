import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp from 'smpp';
import { createChanges } from '../changes.ts';
import { createMessageNumbers } from './message-ids.ts';
import { createNetwork, type Network } from './network.ts';
import { defaultSmscOptions, type SmscOptions } from './options.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createPhones, type Phones } from './phones.ts';
import { serveSession } from './session.ts';
import { createLedger, type Ledger } from './submit-counter.ts';
import { createSubmitHandler } from './submits.ts';
import { createTimers } from './timers.ts';

/** A running SMSC: what it received, and how it is told what to do. */
export type Smsc = {
  /** The port it listens on, also where 0 was asked for. */
  readonly port: number;
  /** What it does with the submits that come next. */
  readonly network: Network;
  /** What the phones received. */
  readonly phones: Phones;
  readonly ledger: Ledger;
  /** Receipts that no client has acknowledged yet. */
  receiptsKept(): number;
  /** Connections that are open. */
  connections(): number;
  /** Cuts every connection off, as a network fault would; clients may come back at once. */
  dropConnections(): void;
  /** Forgets messages, counts and the network's setting; receipts under way still go out. */
  reset(): void;
  /** Calls the listener after each change of messages or setting; returns how to stop it. */
  subscribe(listener: () => void): () => void;
  /** Cuts every connection off and listens no more. */
  close(): Promise<void>;
};

/**
 * Starts an SMPP 3.4 message centre that takes any system id and delivers to nobody.
 *
 * @returns once it listens
 * @throws the socket's error if the port cannot be had
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
  const takeSubmit = createSubmitHandler({ options, timers, network, phones, ledger, nextSerial });

  function outboxFor(systemId: string): Outbox {
    const { receiptRetryMs } = options;
    const outbox =
      outboxes.get(systemId) ??
      createOutbox({ timers, receiptRetryMs, onAcknowledged: ledger.acknowledged });
    outboxes.set(systemId, outbox);
    return outbox;
  }

  const server = smpp.createServer((session) =>
    serveSession(session, { options, timers, takeSubmit, outboxFor }),
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
    receiptsKept: () => [...outboxes.values()].reduce((sum, { kept }) => sum + kept, 0),
    connections: () => server.sessions.length,
    dropConnections,
    reset() {
      network.set('normal', null);
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
