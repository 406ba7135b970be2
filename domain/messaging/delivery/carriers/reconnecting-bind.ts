import type { Logger } from 'pino';
import { reconnectDelayMs, stableBindMs } from './backoff.ts';
import { type BindSession, openBindSession } from './bind-session.ts';
import { type CarrierBind, type CarrierConfig, canSubmit } from './carrier-config.ts';
import type {
  CarrierEvents,
  QueriedSegment,
  QueryOutcome,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { isCredentialRefusal } from './submit-outcome.ts';
import type { VendorTlv } from './submit-pdu.ts';

type Events = CarrierEvents & {
  onBound(): void;
  /** Submits are not accepted any more; called also while it closes. */
  onLeaving(): void;
};

/** One connection to a carrier, which binds again after every loss until it is closed. */
export type ReconnectingBind = {
  readonly canSubmit: boolean;
  readonly state: 'connecting' | 'bound' | 'down';
  /** Submits without an outcome yet. */
  readonly unanswered: number;
  submit(submit: Submit, tlvs: readonly VendorTlv[]): Promise<SubmitOutcome>;
  query(segment: QueriedSegment): Promise<QueryOutcome>;
  /** Ends this session and binds again. */
  rebind(): void;
  /** Waits for pending responses, unbinds and closes for good. */
  close(): Promise<void>;
};

/** Connects and binds, again after every lost connection, until it is closed. */
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
