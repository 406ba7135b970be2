import { logger } from '#platform/logger.ts';
import { createAdmission, createWindow } from './admission.ts';
import { reconnectDelayMs, stableBindMs } from './backoff.ts';
import { type BindSession, openBindSession } from './bind-session.server.ts';
import type { CarrierConfig } from './carrier-config.ts';
import type {
  Carrier,
  CarrierEvents,
  CarrierState,
  Lane,
  Refusal,
  Slot,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { prepareDltTlvs } from './dlt-tlvs.server.ts';
import { createSlot } from './slot.ts';
import { submitMetricsFor } from './submit-metrics.server.ts';
import { isCredentialRefusal } from './submit-outcome.ts';
import { createTokenBucket } from './token-bucket.ts';

/** How long submits pause after the carrier throttled one. */
const throttlePauseMs = 1_000;

/**
 * Opens a carrier: connects and binds, again after every lost connection, until it is closed.
 *
 * @param events called for receipts and late responses
 * @throws if the DLT settings contradict each other
 */
export function openCarrier(config: CarrierConfig, events: CarrierEvents): Carrier {
  const log = logger.child({ carrier: config.name });
  const submits = submitMetricsFor(config.name);
  const toTlvs = prepareDltTlvs(config);
  const bucket = createTokenBucket(config.rate);
  const admission = createAdmission(createWindow(config.window, config.otpShare), bucket);

  let state: CarrierState = 'connecting';
  let session: BindSession;
  let losses = 0;
  /** Ends the pause or the delay before reconnecting, depending on the state. */
  let stateTimer: NodeJS.Timeout | undefined;
  let stableTimer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  function connect(): void {
    state = 'connecting';
    session = openBindSession(
      config,
      {
        onReceipt: (receipt) => events.onReceipt(receipt),
        onLateResponse: (answer) => events.onLateResponse(answer),
        onBound,
        onLeaving,
        onClosed,
      },
      log,
    );
  }

  function onBound(): void {
    log.info('bound');
    stableTimer = setTimeout(() => {
      losses = 0;
    }, stableBindMs);
    resume();
  }

  function resume(): void {
    state = 'bound';
    admission.open();
  }

  function onLeaving(): void {
    clearTimeout(stateTimer);
    clearTimeout(stableTimer);
    admission.shut();
    if (state !== 'closed') state = 'down';
  }

  function onClosed(bindStatus: number): void {
    if (state === 'closed') return;
    state = 'down';
    losses += 1;
    const refused = isCredentialRefusal(bindStatus);
    const delayMs = reconnectDelayMs(losses, refused);
    if (refused) log.error({ bindStatus, delayMs }, 'carrier rejected the credentials');
    else log.warn({ losses, delayMs }, 'carrier is down; reconnecting');
    stateTimer = setTimeout(connect, delayMs);
  }

  /** Some rejections concern the connection rather than the one submit. */
  function handleRefusal(refusal: Refusal): void {
    if (refusal === 'throttled' && state === 'bound') {
      log.warn('throttled by the carrier');
      state = 'paused';
      bucket.cut();
      admission.pause();
      stateTimer = setTimeout(resume, throttlePauseMs);
    }
    if (refusal === 'bind_lost' && (state === 'bound' || state === 'paused')) {
      log.warn('carrier reports an invalid bind status; rebinding');
      void session.close();
    }
  }

  async function send(submit: Submit): Promise<SubmitOutcome> {
    const began = performance.now();
    const outcome = await session.submit(submit, toTlvs(submit.templateId));
    submits.count(outcome, began);
    if (outcome.kind === 'refused') handleRefusal(outcome.refusal);
    return outcome;
  }

  async function acquire(lane: Lane, signal?: AbortSignal): Promise<Slot | null> {
    if (!(await admission.enter(lane, signal))) return null;
    return createSlot({ carrier: config.name, lane, admission, send });
  }

  async function shutDown(): Promise<void> {
    state = 'closed';
    clearTimeout(stateTimer);
    await session.close();
  }

  connect();
  return {
    name: config.name,
    get state() {
      return state;
    },
    usable: () => state === 'bound',
    acquire,
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}
