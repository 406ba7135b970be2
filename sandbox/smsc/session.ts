import smpp, { type Pdu, type Session } from 'smpp';
import { logger } from '#platform/logger.ts';
import type { Timers } from '../state.ts';
import { createSmppConnection } from './connection.ts';
import type { MessageStates, Outbox } from './receipts.ts';
import type { SubmitHandler } from './submits.ts';

/** Times are in milliseconds. */
export type SessionOptions = {
  /** Every system id may bind with this password. */
  password: string;
  /** Timeout for the response to a receipt or enquire_link. */
  answerTimeoutMs: number;
  /** Interval of enquire_link to a bound client. */
  enquireLinkMs: number;
  /** Time limit for a client to bind. */
  bindTimeoutMs: number;
};

type SessionDependencies = {
  options: SessionOptions;
  timers: Timers;
  takeSubmit: SubmitHandler;
  states: MessageStates;
  /** Returns the receipts of a system id, which outlive its connections. */
  outboxFor: (systemId: string) => Outbox;
};

/** What each kind of bind allows (SMPP 3.4 §2.2.1). */
const modes = {
  bind_transmitter: { submits: true, receives: false },
  bind_receiver: { submits: false, receives: true },
  bind_transceiver: { submits: true, receives: true },
} as const;

type Mode = (typeof modes)[keyof typeof modes];

type Handlers = Partial<Record<Pdu['command'], (pdu: Pdu) => void>>;

/** Serves a connection until it closes. Invalid input ends only this connection. */
export function serveSession(session: Session, dependencies: SessionDependencies): void {
  const { options, timers, takeSubmit, states, outboxFor } = dependencies;
  const link = createSmppConnection(session, { timers, answerTimeoutMs: options.answerTimeoutMs });
  let bound: { outbox: Outbox; mode: Mode } | null = null;
  let cancelCheck = timers.later(options.bindTimeoutMs, link.destroy);

  const refuse = (pdu: Pdu, status: number) => link.send(pdu.response({ command_status: status }));

  const bindAs = (mode: Mode) => (pdu: Pdu) => {
    if (bound) {
      refuse(pdu, smpp.ESME_RALYBND);
    } else if (pdu.password !== options.password) {
      refuse(pdu, smpp.ESME_RINVPASWD);
    } else {
      bound = { outbox: outboxFor(String(pdu.system_id ?? '')), mode };
      link.send(pdu.response({ system_id: 'sandbox', sc_interface_version: 0x34 }));
      if (mode.receives) bound.outbox.open(link);
      cancelCheck();
      checkLink();
    }
  };

  /** Sends enquire_link at intervals, and disconnects a client that does not respond. */
  function checkLink(): void {
    cancelCheck = timers.later(options.enquireLinkMs, () => {
      link.request('enquire_link', {}, (status) => {
        if (status === null) link.destroy();
        else checkLink();
      });
    });
  }

  /** Ends the bind. Receipts wait for the next bind. */
  function unbind(): void {
    bound?.outbox.close(link);
    bound = null;
  }

  const handlers: Handlers = {
    bind_transmitter: bindAs(modes.bind_transmitter),
    bind_receiver: bindAs(modes.bind_receiver),
    bind_transceiver: bindAs(modes.bind_transceiver),
    submit_sm(pdu) {
      if (bound?.mode.submits) takeSubmit(pdu, { link, outbox: bound.outbox });
      else refuse(pdu, smpp.ESME_RINVBNDSTS);
    },
    query_sm(pdu) {
      if (bound?.mode.submits) link.send(states.answer(pdu));
      else refuse(pdu, smpp.ESME_RINVBNDSTS);
    },
    enquire_link: (pdu) => link.send(pdu.response()),
    unbind(pdu) {
      unbind();
      link.send(pdu.response());
      link.end();
    },
  };

  function serve(pdu: Pdu): void {
    const handle = handlers[pdu.command];
    if (pdu.isResponse()) link.answered(pdu);
    else if (handle) handle(pdu);
    else refuse(pdu, smpp.ESME_RINVCMDID);
  }

  session.on('pdu', (pdu) => {
    // Ignores PDUs that were read together with the one that ended the connection.
    if (!link.isOpen()) return;
    // If a handler throws, the library never reads from the connection again, so the connection is closed here.
    try {
      serve(pdu);
    } catch (error) {
      logger.warn({ error, command: pdu.command }, 'connection ended: PDU could not be served');
      link.destroy();
    }
  });
  session.on('error', (error) => {
    logger.info({ error }, 'connection ended: it broke, or sent octets that are no PDU');
    link.destroy();
  });
  session.on('close', () => {
    cancelCheck();
    unbind();
  });
}
