import type { Logger } from 'pino';
import { waitAtMost } from '#platform/wait-at-most.ts';
import type { CarrierBind, CarrierConfig } from './carrier-config.ts';
import type {
  CarrierEvents,
  QueriedSegment,
  QueryOutcome,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { createDeliverSmHandler } from './handle-deliver-sm.ts';
import { createKeepAlive } from './keep-alive.ts';
import { commandStatus, cString, type Pdu } from './pdu.ts';
import { createPendingQueries } from './pending-queries.ts';
import { createPendingSubmits } from './pending-submits.ts';
import { createQueryBody, toQueryOutcome } from './query-pdu.ts';
import { openSmppConnection } from './smpp-connection.ts';
import { readCommandStatus, toSubmitOutcome } from './submit-outcome.ts';
import { createSubmitPdu, type VendorTlv } from './submit-pdu.ts';

// Timeouts in milliseconds. The first covers connecting and the bind response together.
const bindTimeoutMs = 10_000;
const drainTimeoutMs = 5_000;
const unbindTimeoutMs = 1_000;

type BindEvents = CarrierEvents & {
  onBound(): void;
  /** No more submits are accepted; pending responses may still arrive. */
  onLeaving(): void;
  /** The connection is closed. `bindStatus` is the status of a rejected bind, or 0. */
  onClosed(bindStatus: number): void;
};

/** One connection to a carrier, from connecting to closing; it is never reused. */
export type BindSession = {
  /** Writes a submit_sm with these vendor TLVs and waits for its outcome. */
  submit(submit: Submit, tlvs: readonly VendorTlv[]): Promise<SubmitOutcome>;
  /** Writes a query_sm and waits for its response. */
  query(segment: QueriedSegment): Promise<QueryOutcome>;
  /** Accepts no more submits, waits for pending responses, unbinds and closes. */
  close(): Promise<void>;
};

/** Connects to a carrier and binds (SMPP 3.4 §4.1). */
export function openBindSession(
  config: CarrierConfig,
  access: CarrierBind,
  events: BindEvents,
  log: Logger,
): BindSession {
  let phase: 'binding' | 'bound' | 'leaving' = 'binding';
  let bindStatus = 0;
  let closing: Promise<void> | undefined;
  let onUnbound: (() => void) | undefined;
  let unbinding = false;

  const pending = createPendingSubmits(config.responseTimeoutMs, events.onLateResponse);
  const queries = createPendingQueries(config.responseTimeoutMs);
  const delivers = createDeliverSmHandler({
    config,
    store: events.onReceipt,
    keep: events.onUnread,
    answer: (pdu, status) =>
      link.respond(pdu.command === 'data_sm' ? 'data_sm_resp' : 'deliver_sm_resp', pdu, status),
    log,
  });
  const keepAlive = createKeepAlive({
    everyMs: config.enquireLinkMs,
    ask: () => link.request('enquire_link') ?? 0,
    onSilence: () => end('no response to enquire_link'),
  });
  const bindTimer = setTimeout(() => end('the bind timed out'), bindTimeoutMs);
  const handlers = {
    bind_transceiver_resp: handleBindResponse,
    bind_transmitter_resp: handleBindResponse,
    bind_receiver_resp: handleBindResponse,
    submit_sm_resp: handleSubmitResponse,
    query_sm_resp: handleQueryResponse,
    enquire_link_resp: ({ sequence }: Pdu) => keepAlive.answered(sequence),
    unbind_resp: () => onUnbound?.(),
    generic_nack: handleNack,
    enquire_link: (pdu: Pdu) => link.respond('enquire_link_resp', pdu),
    unbind: handleUnbind,
    deliver_sm: handleDeliver,
    data_sm: handleDeliver,
    // A handset is reachable again; the PDU has no response (SMPP 3.4 §4.12).
    alert_notification: () => log.debug('handset is reachable again'),
  };
  const link = openSmppConnection(access, { onConnect: bind, onClose: cleanUp, handlers }, log);

  function bind(): void {
    const strings = [access.systemId, access.password, access.systemType].map(cString);
    // Version 3.4, then an address range: type, plan and the empty string (SMPP 3.4 §4.1.5).
    link.request(`bind_${access.mode}`, Buffer.concat([...strings, Buffer.from([0x34, 0, 0, 0])]));
  }

  function stopAccepting(): void {
    if (phase === 'bound') events.onLeaving();
    phase = 'leaving';
    // Their callers have given up, and query again.
    queries.abandon();
  }

  function end(reason: string): void {
    stopAccepting();
    link.cut(reason);
  }

  function cleanUp(): void {
    stopAccepting();
    clearTimeout(bindTimer);
    keepAlive.stop();
    pending.abandon();
    events.onClosed(bindStatus);
  }

  function handleBindResponse(pdu: Pdu): void {
    if (phase !== 'binding') return;
    clearTimeout(bindTimer);
    bindStatus = readCommandStatus(pdu);
    if (bindStatus !== commandStatus.ok) {
      end(`the bind was rejected with status ${bindStatus}`);
      return;
    }
    phase = 'bound';
    keepAlive.start();
    events.onBound();
  }

  function handleSubmitResponse(pdu: Pdu): void {
    const known = pending.answer(pdu.sequence, toSubmitOutcome(pdu, config));
    if (!known) log.warn({ status: pdu.status }, 'submit_sm_resp with unknown sequence number');
  }

  function handleQueryResponse(pdu: Pdu): void {
    if (!queries.answer(pdu))
      log.debug({ status: pdu.status }, 'query_sm_resp without a pending query');
  }

  /**
   * A deliver_sm that arrives after our unbind cannot be answered: the carrier sends it again to
   * the next bind.
   */
  function handleDeliver(pdu: Pdu): void {
    if (!unbinding) delivers.receive(pdu);
  }

  /** Peers send generic_nack in place of any response. */
  function handleNack(pdu: Pdu): void {
    if (phase === 'binding') handleBindResponse(pdu);
    else if (!keepAlive.answered(pdu.sequence) && !queries.answer(pdu)) handleSubmitResponse(pdu);
  }

  function handleUnbind(pdu: Pdu): void {
    stopAccepting();
    log.warn('unbind received from the carrier');
    link.respond('unbind_resp', pdu);
    void link.hangUp();
  }

  async function submit(submit: Submit, tlvs: readonly VendorTlv[]): Promise<SubmitOutcome> {
    if (phase !== 'bound') return { kind: 'not_sent' };
    // A PDU that the socket accepted counts as written, even while it is still buffered.
    const sequence = link.requestOctets(createSubmitPdu(submit, tlvs, config.validity));
    return sequence === null ? { kind: 'not_sent' } : pending.add(sequence, submit);
  }

  async function query(segment: QueriedSegment): Promise<QueryOutcome> {
    if (phase !== 'bound') return { kind: 'not_sent' };
    const sequence = link.request('query_sm', createQueryBody(segment, config));
    if (sequence === null) return { kind: 'not_sent' };
    const answer = await queries.add(sequence);
    return answer ? toQueryOutcome(answer, segment, config) : { kind: 'unanswered' };
  }

  async function drainAndUnbind(): Promise<void> {
    const mustUnbind = phase === 'bound';
    stopAccepting();
    if (mustUnbind) {
      await waitAtMost(drainTimeoutMs, pending.empty().then(delivers.settled));
      // Before the unbind, so that there is time left to record the unanswered submits.
      pending.abandon();
      const unbound = new Promise<void>((resolve) => {
        onUnbound = resolve;
      });
      unbinding = true;
      link.request('unbind');
      await waitAtMost(unbindTimeoutMs, Promise.race([unbound, link.closed]));
    }
    await link.hangUp();
  }

  return {
    submit,
    query,
    close: () => {
      closing ??= drainAndUnbind();
      return closing;
    },
  };
}
