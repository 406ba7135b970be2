import type { Logger } from 'pino';
import { waitAtMost } from '#platform/promises.ts';
import { type CarrierBind, type CarrierConfig, canSubmit } from './carrier-config.ts';
import type {
  CarrierEvents,
  LateResponse,
  QueriedSegment,
  QueryOutcome,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { createDeliverSmHandler } from './handle-deliver-sm.ts';
import { commandStatus, cString, type Pdu } from './pdu.ts';
import { createPendingQueries, createQueryBody, toQueryOutcome } from './query-pdu.ts';
import { openSmppConnection } from './smpp-connection.ts';
import {
  createSubmitPdu,
  isCredentialRefusal,
  readCommandStatus,
  toSubmitOutcome,
  type VendorTlv,
} from './submit-pdu.ts';

// Timeouts in milliseconds. `bindTimeoutMs` covers connecting and waiting for the bind response together.
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

/**
 * How many timed-out submits a session remembers in order to match their late responses. Beyond this number, the session
 * forgets the oldest submit.
 */
const maxLateResponses = 10_000;

type Pending = {
  submit: Submit;
  timer: NodeJS.Timeout;
  resolve: (outcome: SubmitOutcome) => void;
};

/**
 * Keeps the submits that one session has written and that have no response yet, by sequence number.
 *
 * @param timeoutMs milliseconds without a response after which a submit is `unanswered`
 * @param onLateResponse called for a response that arrives later, on the same session
 */
function createPendingSubmits(timeoutMs: number, onLateResponse: (answer: LateResponse) => void) {
  const pending = new Map<number, Pending>();
  const late = new Map<number, Pick<LateResponse, 'reference' | 'recipient'>>();
  let whenEmpty: (() => void)[] = [];

  function settle(sequence: number, { timer, resolve }: Pending, outcome: SubmitOutcome): void {
    clearTimeout(timer);
    pending.delete(sequence);
    resolve(outcome);
    if (pending.size > 0) return;
    for (const notify of whenEmpty) notify();
    whenEmpty = [];
  }

  function timeOut(sequence: number, entry: Pending): void {
    const { reference, recipient } = entry.submit;
    late.set(sequence, { reference, recipient });
    if (late.size > maxLateResponses) {
      const [oldest] = late.keys();
      if (oldest !== undefined) late.delete(oldest);
    }
    settle(sequence, entry, { kind: 'unanswered' });
  }

  return {
    /** Resolves when no submit is pending. */
    empty(): Promise<void> {
      if (pending.size === 0) return Promise.resolve();
      return new Promise((resolve) => whenEmpty.push(resolve));
    },

    /**
     * Registers a written submit; resolves with its outcome (response, timeout or lost connection).
     */
    add(sequence: number, submit: Submit): Promise<SubmitOutcome> {
      return new Promise((resolve) => {
        const timer = setTimeout(() => timeOut(sequence, entry), timeoutMs);
        const entry: Pending = { submit, timer, resolve };
        pending.set(sequence, entry);
      });
    },

    /**
     * Resolves a submit with its response.
     *
     * @returns false if no submit with this sequence number is known
     */
    answer(sequence: number, outcome: SubmitOutcome): boolean {
      const entry = pending.get(sequence);
      if (entry) {
        settle(sequence, entry, outcome);
        return true;
      }
      const timedOut = late.get(sequence);
      if (!timedOut) return false;
      late.delete(sequence);
      onLateResponse({ ...timedOut, outcome });
      return true;
    },

    /** Called when the session has ended. Written submits may have been sent, but no response can arrive now. */
    abandon(): void {
      late.clear();
      for (const [sequence, entry] of pending) settle(sequence, entry, { kind: 'unanswered' });
    },
  };
}

/**
 * Longest wait for the response to an enquire_link, in milliseconds. If the interval between two enquire_links is shorter, the
 * wait is equal to that interval.
 */
const maxResponseMs = 10_000;

type Options = {
  everyMs: number;
  /** Sends an enquire_link and returns its sequence number. */
  ask: () => number;
  /** Called when the peer did not respond in time. */
  onSilence: () => void;
};

/**
 * Sends an enquire_link at intervals to detect a dead peer, because an idle TCP connection does not reveal that the peer lost
 * power or hangs.
 */
function createKeepAlive({ everyMs, ask, onSilence }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let pendingSequence: number | undefined;

  function enquire(): void {
    pendingSequence = ask();
    timer = setTimeout(
      // The response may have arrived while this process was blocked. `setImmediate` first lets the process read the socket.
      () => setImmediate(() => pendingSequence !== undefined && onSilence()),
      Math.min(everyMs, maxResponseMs),
    );
  }

  return {
    /** The first enquire_link is sent after one interval. */
    start(): void {
      timer = setTimeout(enquire, everyMs);
    },
    /** Handles a response; false if it belongs to another request. */
    answered(sequence: number): boolean {
      if (sequence !== pendingSequence) return false;
      pendingSequence = undefined;
      clearTimeout(timer);
      timer = setTimeout(enquire, everyMs);
      return true;
    },
    stop(): void {
      pendingSequence = undefined;
      clearTimeout(timer);
    },
  };
}

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
    // alert_notification reports a reachable handset and has no response (SMPP 3.4 §4.12).
    alert_notification: () => log.debug('handset is reachable again'),
  };
  const link = openSmppConnection(access, { onConnect: bind, onClose: cleanUp, handlers }, log);

  function bind(): void {
    const strings = [access.systemId, access.password, access.systemType].map(cString);
    // The last octets are the version, 3.4, and an address range: type 0, plan 0 and the empty string (SMPP 3.4 §4.1.5).
    link.request(`bind_${access.mode}`, Buffer.concat([...strings, Buffer.from([0x34, 0, 0, 0])]));
  }

  function stopAccepting(): void {
    if (phase === 'bound') events.onLeaving();
    phase = 'leaving';
    // The callers of the pending queries treat them as unanswered, and query again later.
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

  /** A peer may send generic_nack instead of any other response. */
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
      // Abandons the submits before the unbind, so that the callers have time to record them as unanswered.
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

type Events = CarrierEvents & {
  onBound(): void;
  /** Called when the bind stops accepting submits, including when we close it. */
  onLeaving(): void;
};

/** A bind that reconnects after every lost connection, until it is closed. */
export type ReconnectingBind = {
  readonly canSubmit: boolean;
  readonly state: 'connecting' | 'bound' | 'down';
  /** Number of submits without an outcome yet. */
  readonly unanswered: number;
  submit(submit: Submit, tlvs: readonly VendorTlv[]): Promise<SubmitOutcome>;
  query(segment: QueriedSegment): Promise<QueryOutcome>;
  /** Ends this session and binds again. */
  rebind(): void;
  /** Waits for pending responses, unbinds and closes permanently. */
  close(): Promise<void>;
};

const initialDelayMs = 1_000;
const maxDelayMs = 60_000;

/** A bind that lasts longer than this resets the backoff, in milliseconds. */
const stableBindMs = 60_000;

/**
 * Computes the delay before reconnecting: exponential with full jitter, so that clients do not all reconnect at the moment when
 * a carrier restarts.
 *
 * @param losses connections lost in a row, including this one; with 1 the delay is at most a second
 * @param credentialsRefused whether the carrier rejected our credentials. If so, the delay is at least a minute, because
 *   carriers block IP addresses that keep trying
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function reconnectDelayMs(
  losses: number,
  credentialsRefused: boolean,
  random: () => number = Math.random,
): number {
  const ceiling = Math.min(maxDelayMs, initialDelayMs * 2 ** (losses - 1));
  return Math.round(random() * ceiling) + (credentialsRefused ? maxDelayMs : 0);
}

/** Connects and binds. Reconnects after every lost connection, until the bind is closed. */
export function openReconnectingBind(
  config: CarrierConfig,
  bind: CarrierBind,
  events: Events,
  log: Logger,
): ReconnectingBind {
  let session: BindSession;
  let state: ReconnectingBind['state'] = 'connecting';
  let isClosed = false;
  let losses = 0;
  let unanswered = 0;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let stableTimer: NodeJS.Timeout | undefined;

  function connect(): void {
    state = 'connecting';
    session = openBindSession(config, bind, { ...events, onBound, onLeaving, onClosed }, log);
  }

  function onBound(): void {
    log.info('bound');
    state = 'bound';
    stableTimer = setTimeout(() => {
      losses = 0;
    }, stableBindMs);
    events.onBound();
  }

  function onLeaving(): void {
    clearTimeout(stableTimer);
    state = 'down';
    events.onLeaving();
  }

  function onClosed(bindStatus: number): void {
    if (isClosed) return;
    state = 'down';
    losses += 1;
    const refused = isCredentialRefusal(bindStatus);
    const delayMs = reconnectDelayMs(losses, refused);
    if (refused) log.error({ bindStatus, delayMs }, 'carrier rejected the credentials');
    else log.warn({ losses, delayMs }, 'carrier is down; reconnecting');
    reconnectTimer = setTimeout(connect, delayMs);
  }

  connect();
  return {
    canSubmit: canSubmit(bind),
    get state() {
      return state;
    },
    get unanswered() {
      return unanswered;
    },
    async submit(submit, tlvs) {
      unanswered += 1;
      try {
        return await session.submit(submit, tlvs);
      } finally {
        unanswered -= 1;
      }
    },
    query: (segment) => session.query(segment),
    rebind: () => void session.close(),
    async close() {
      isClosed = true;
      clearTimeout(reconnectTimer);
      await session.close();
    },
  };
}
