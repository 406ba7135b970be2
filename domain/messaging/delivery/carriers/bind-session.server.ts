import type { Logger } from 'pino';
import smpp, { type Pdu, type PduFields } from 'smpp';
import { waitAtMost } from '#platform/wait-at-most.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type { CarrierEvents, Submit, SubmitOutcome } from './contract.ts';
import { createDeliverSmHandler } from './handle-deliver-sm.server.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createPendingSubmits } from './pending-submits.ts';
import { openSmppConnection } from './smpp-connection.server.ts';
import { readCommandStatus, toSubmitOutcome } from './to-submit-outcome.ts';

// Milliseconds. The first is for connecting and the answer to the bind together.
const bindLimitMs = 10_000;
const drainLimitMs = 5_000;
const unbindLimitMs = 1_000;

type BindEvents = CarrierEvents & {
  onBound(): void;
  /** Submits are taken no more; the answers under way may still come. */
  onLeaving(): void;
  /** The connection is gone. `bindStatus` is that of a refused bind, 0 if it was not refused. */
  onClosed(bindStatus: number): void;
};

/** One connection to a carrier, from connecting to its end; it is never used again. */
export type BindSession = {
  /** Writes a submit_sm with these fields, and waits for the fate of the submit. */
  submit(submit: Submit, fields: PduFields): Promise<SubmitOutcome>;
  /** Takes no more submits, waits for the answers under way, unbinds and hangs up. */
  close(): Promise<void>;
};

/** Connects to a carrier and binds as a transceiver (SMPP 3.4 §4.1.5). */
export function openBindSession(
  config: CarrierConfig,
  events: BindEvents,
  log: Logger,
): BindSession {
  let phase: 'binding' | 'bound' | 'leaving' = 'binding';
  let bindStatus = 0;
  let closing: Promise<void> | undefined;
  let onUnbound: (() => void) | undefined;
  let unbinding = false;

  const pending = createPendingSubmits(config.responseTimeoutMs, events.onLateAnswer);
  const delivers = createDeliverSmHandler({
    config,
    store: events.onReceipt,
    answer: (pdu) => link.send(pdu),
    log,
  });
  const keepAlive = createKeepAlive({
    everyMs: config.enquireLinkMs,
    ask: () => link.request('enquire_link'),
    onSilence: () => end('the carrier does not answer enquire_link'),
  });
  const bindTimer = setTimeout(() => end('the bind took too long'), bindLimitMs);
  const handlers = {
    bind_transceiver_resp: takeBindAnswer,
    submit_sm_resp: takeSubmitAnswer,
    enquire_link_resp: ({ sequence_number }: Pdu) => keepAlive.answered(sequence_number),
    unbind_resp: () => onUnbound?.(),
    generic_nack: takeNack,
    enquire_link: (pdu: Pdu) => link.send(pdu.response()),
    unbind: takeUnbind,
    deliver_sm: takeDeliver,
    // Says that a handset is in reach again; it has no answer (SMPP 3.4 §4.12).
    alert_notification: () => log.debug('a handset is in reach again'),
  };
  const link = openSmppConnection(config, { onConnect: bind, onClose: forget, handlers }, log);

  function bind(): void {
    link.request('bind_transceiver', {
      system_id: config.systemId,
      password: config.password,
      system_type: config.systemType,
      interface_version: 0x34,
    });
  }

  function stopTaking(): void {
    if (phase === 'bound') events.onLeaving();
    phase = 'leaving';
  }

  function end(reason: string): void {
    stopTaking();
    link.cut(reason);
  }

  function forget(): void {
    stopTaking();
    clearTimeout(bindTimer);
    keepAlive.stop();
    pending.abandon();
    events.onClosed(bindStatus);
  }

  function takeBindAnswer(pdu: Pdu): void {
    if (phase !== 'binding') return;
    clearTimeout(bindTimer);
    bindStatus = readCommandStatus(pdu);
    if (bindStatus !== smpp.ESME_ROK) {
      end(`the bind was refused with status ${bindStatus}`);
      return;
    }
    phase = 'bound';
    keepAlive.start();
    events.onBound();
  }

  function takeSubmitAnswer(pdu: Pdu): void {
    const known = pending.answer(pdu.sequence_number, toSubmitOutcome(pdu, config));
    if (!known)
      log.warn({ status: pdu.command_status }, 'submit_sm_resp with unknown sequence number');
  }

  /** What crosses our unbind could be answered no more: the carrier sends it again, to the next bind. */
  function takeDeliver(pdu: Pdu): void {
    if (!unbinding) delivers.receive(pdu);
  }

  /** A peer answers so what it does not understand, whichever request it was. */
  function takeNack(pdu: Pdu): void {
    if (phase === 'binding') takeBindAnswer(pdu);
    else if (!keepAlive.answered(pdu.sequence_number)) takeSubmitAnswer(pdu);
  }

  function takeUnbind(pdu: Pdu): void {
    stopTaking();
    log.warn('the carrier unbinds us');
    link.send(pdu.response());
    void link.hangUp();
  }

  async function submit(submit: Submit, fields: PduFields): Promise<SubmitOutcome> {
    if (phase !== 'bound') return { kind: 'not_sent' };
    const pdu = new smpp.PDU('submit_sm', fields);
    // What the socket took counts as written, even while it lingers in a buffer: nobody can tell.
    return link.send(pdu) ? pending.add(pdu.sequence_number, submit) : { kind: 'not_sent' };
  }

  async function leave(): Promise<void> {
    const mustUnbind = phase === 'bound';
    stopTaking();
    if (mustUnbind) {
      await waitAtMost(drainLimitMs, pending.empty().then(delivers.settled));
      // Before the unbind, so that there is time left to record that nobody knows.
      pending.abandon();
      const unbound = new Promise<void>((resolve) => {
        onUnbound = resolve;
      });
      unbinding = true;
      link.request('unbind');
      await waitAtMost(unbindLimitMs, Promise.race([unbound, link.closed]));
    }
    await link.hangUp();
  }

  return {
    submit,
    close: () => {
      closing ??= leave();
      return closing;
    },
  };
}
