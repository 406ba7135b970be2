import { setTimeout as pause } from 'node:timers/promises';
import { logger } from '#platform/logger.ts';
import { openBindSession } from './bind-session.ts';
import type { CarrierBind, CarrierConfig } from './carrier-config.ts';
import type { CarrierEvents, Receipt, Submit, SubmitOutcome, UnreadPdu } from './contract.ts';
import { openCarrier } from './open-carrier.ts';
import { proposeForBind } from './propose-settings.ts';

/** When the first enquire_link is sent after the bind, and how long its response may take, in milliseconds. */
const enquireMs = 1_000;

/** How long a test message waits for a bind, in milliseconds. */
const usableMs = 10_000;

/** How long the own receipt is waited for once one with another id came, in milliseconds. */
const otherIdMs = 3_000;

/** The command says what happened. */
const quiet = logger.child({}, { level: 'silent' });

/** Where what comes meanwhile is stored. */
export type ReceiptStore = Pick<CarrierEvents, 'onReceipt' | 'onUnread'>;

/** What came of binding once. */
export type BindTest = Pick<CarrierBind, 'mode' | 'host' | 'port' | 'systemId'> & {
  /** From connecting to the bind response, in milliseconds; null if there was none. */
  boundInMs: number | null;
  /** The command_status of a rejected bind. */
  rejectedWith: number | null;
  /** Whether an enquire_link was answered within a second. */
  isAlive: boolean;
  /** What may help, as sentences. */
  proposals: string[];
};

/**
 * Binds once with each bind's settings, sends an enquire_link, and unbinds. Nothing is submitted. The carrier may send
 * receipts of real messages meanwhile, which are stored.
 */
export function testBinds(config: CarrierConfig, store: ReceiptStore): Promise<BindTest[]> {
  return Promise.all(config.binds.map((bind) => testBind(config, bind, store)));
}

async function testBind(
  config: CarrierConfig,
  bind: CarrierBind,
  store: ReceiptStore,
): Promise<BindTest> {
  const { mode, host, port, systemId } = bind;
  const test: BindTest = {
    mode,
    host,
    port,
    systemId,
    boundInMs: null,
    rejectedWith: null,
    isAlive: false,
    proposals: [],
  };
  const began = performance.now();
  await new Promise<void>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const session = openBindSession(
      { ...config, enquireLinkMs: enquireMs },
      bind,
      {
        ...store,
        onLateResponse: () => undefined,
        onLeaving: () => undefined,
        onBound() {
          test.boundInMs = Math.round(performance.now() - began);
          // A silent carrier is cut off before.
          timer = setTimeout(() => {
            test.isAlive = true;
            void session.close();
          }, enquireMs * 2.5);
        },
        onClosed(status) {
          clearTimeout(timer);
          if (status !== 0) {
            test.rejectedWith = status;
            test.proposals = proposeForBind(bind, status);
          }
          resolve();
        },
      },
      quiet,
    );
  });
  return test;
}

/** What came of a test message. */
export type SubmitTest = {
  outcome: SubmitOutcome | null;
  receipt: Receipt | null;
  /** Final receipts for the same number that name another id. */
  others: Receipt[];
  unread: UnreadPdu[];
};

/**
 * Sends one segment over a carrier, and waits for its receipt.
 *
 * @param receiptMs how long to wait for the receipt
 * @returns outcome null if the carrier did not bind in ten seconds
 */
export async function testSubmit(
  config: CarrierConfig,
  submit: Submit,
  receiptMs: number,
  store: ReceiptStore,
): Promise<SubmitTest> {
  const waiting = new AbortController();
  const receipts: Receipt[] = [];
  const unread: UnreadPdu[] = [];
  let outcome: SubmitOutcome | null = null;
  const finals = () =>
    receipts.filter(
      ({ recipient, state }) => state !== 'enroute' && recipient === submit.recipient,
    );
  const findOwn = () =>
    finals().find(
      ({ carrierMessageId }) =>
        outcome?.kind === 'accepted' && carrierMessageId === outcome.carrierMessageId,
    );
  const result = () => {
    const receipt = findOwn() ?? null;
    return { outcome, receipt, others: finals().filter((one) => one !== receipt), unread };
  };
  const usable = new AbortController();
  const events: CarrierEvents = {
    async onReceipt(receipt) {
      await store.onReceipt(receipt);
      receipts.push(receipt);
      if (findOwn()) waiting.abort();
      else if (finals().length > 0) setTimeout(() => waiting.abort(), otherIdMs).unref();
    },
    async onUnread(pdu) {
      await store.onUnread(pdu);
      unread.push(pdu);
    },
    onLateResponse: () => undefined,
    onUsable: () => usable.abort(),
  };
  const carrier = openCarrier(config, events, null, quiet);
  try {
    await pause(usableMs, undefined, { signal: usable.signal }).catch(() => undefined);
    const slot = await carrier.acquire('otp');
    if (!slot) return result();
    outcome = await slot.submit(submit);
    slot.release();
    if (outcome.kind === 'accepted' && !findOwn()) {
      await pause(receiptMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    }
    return result();
  } finally {
    await carrier.close();
  }
}
