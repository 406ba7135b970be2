import type { Logger } from 'pino';
import { invariant } from '#domain/shared/errors.browser.ts';
import { logger } from '#platform/logger.ts';
import type { TakeTokens } from '#platform/shared-rate.ts';
import { notInAlphabet, prepareAdapter } from './adapt-submit.ts';
import { createAdmission, createWindow } from './admission.ts';
import { type CarrierConfig, findLongCredentials } from './carrier-config.ts';
import type {
  Carrier,
  CarrierEvents,
  CarrierState,
  Lane,
  QueriedSegment,
  QueryOutcome,
  Slot,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { canSendForInstallation, prepareDltTlvs } from './dlt-tlvs.ts';
import { createLeasedBucket } from './leased-bucket.ts';
import { prepareReceiptErrors } from './receipt-errors.ts';
import { openReconnectingBind, type ReconnectingBind } from './reconnecting-bind.ts';
import { createSlot } from './slot.ts';
import { submitMetricsFor } from './submit-metrics.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** ESME_RMISSINGOPTPARAM (SMPP 3.4 §5.1.3), as carriers answer where an identity is missing. */
const missingParameter = 0xc3;

/** How long submits pause after the carrier throttled one. */
const throttlePauseMs = 1_000;

/** Where the workers share the rates of carriers, and how many there are. */
export type RateSharing = { take: TakeTokens; workers: () => number };

/**
 * Opens a carrier: each of its binds connects, again after every lost connection, until it is closed.
 *
 * @param events called for receipts and late responses
 * @param sharing how its rate is shared with other workers; it is this process's alone if left out
 * @param parent of the log lines
 */
export function openCarrier(
  config: CarrierConfig,
  events: CarrierEvents,
  sharing: RateSharing | null = null,
  parent: Logger = logger,
): Carrier {
  const log = parent.child({ carrier: config.name });
  const submits = submitMetricsFor(config.name);
  const toTlvs = prepareDltTlvs(config);
  if (!canSendForInstallation(config)) {
    log.warn(
      'takes no messages under the installation’s identity: its tlvs need entityId and telemarketerIds',
    );
  }
  const tooLong = new Set(config.binds.flatMap(findLongCredentials));
  if (tooLong.size > 0)
    log.warn({ tooLong: [...tooLong] }, 'credentials that some SMSCs refuse or cut');
  const adapt = prepareAdapter(config);
  const toError = prepareReceiptErrors(config);
  const bucket: TokenBucket = sharing
    ? createLeasedBucket({
        ...sharing,
        key: `carrier:${config.name}`,
        perSecond: config.rate,
        onOutage: (error) =>
          log.warn(
            { error, workers: sharing.workers() },
            'the rate is divided by workers: no Redis',
          ),
      })
    : createTokenBucket(config.rate);
  const window = createWindow(config.window, config.otpShare);
  const admission = createAdmission(window, bucket);

  let limits: Pick<CarrierConfig, 'rate' | 'window' | 'otpShare'> = config;
  let isThrottled = false;
  let isSuspended = false;
  let closing: Promise<void> | undefined;
  let throttleTimer: NodeJS.Timeout | undefined;

  const binds = config.binds.flatMap((bind) =>
    Array.from({ length: bind.connections }, () => {
      const own = { ...events, onBound: applyBinds, onLeaving: applyBinds };
      const mode = bind.mode === 'transceiver' ? {} : { mode: bind.mode };
      return openReconnectingBind(config, bind, own, log.child(mode));
    }),
  );
  const submitters = binds.filter((bind) => bind.canSubmit);

  const boundCount = () => submitters.filter((bind) => bind.state === 'bound').length;

  function state(): CarrierState {
    if (closing) return 'closed';
    if (boundCount() > 0) return isThrottled ? 'paused' : 'bound';
    return submitters.some((bind) => bind.state === 'connecting') ? 'connecting' : 'down';
  }

  /** After a bind was made or lost: the window is that of all that are bound. */
  function applyBinds(): void {
    const count = boundCount();
    window.resize(limits.window * Math.max(1, count), limits.otpShare);
    if (count === 0) {
      isThrottled = false;
      clearTimeout(throttleTimer);
    }
    applyGate();
  }

  function applyGate(): void {
    if (closing || isSuspended || boundCount() === 0) admission.shut();
    else if (isThrottled) admission.pause();
    else open();
  }

  function open(): void {
    const wasOpen = admission.isOpen;
    admission.open();
    if (!wasOpen) events.onUsable?.();
  }

  function throttle(): void {
    log.warn('throttled by the carrier');
    isThrottled = true;
    bucket.cut();
    applyGate();
    throttleTimer = setTimeout(() => {
      isThrottled = false;
      applyGate();
    }, throttlePauseMs);
  }

  /** The bound one with the fewest submits that wait for a response. */
  function chooseBind(): ReconnectingBind | undefined {
    let chosen: ReconnectingBind | undefined;
    for (const bind of submitters) {
      if (bind.state !== 'bound') continue;
      if (!chosen || bind.unanswered < chosen.unanswered) chosen = bind;
    }
    return chosen;
  }

  async function send(submit: Submit): Promise<SubmitOutcome> {
    const began = performance.now();
    const bind = chooseBind();
    const adapted = adapt?.(submit);
    if (adapted === null)
      return { kind: 'refused', refusal: 'other_carrier', status: notInAlphabet };
    const tlvs = toTlvs(submit);
    if (typeof tlvs === 'string')
      return { kind: 'refused', refusal: 'other_carrier', status: missingParameter, reason: tlvs };
    const outcome: SubmitOutcome = bind
      ? await bind.submit(adapted?.submit ?? submit, adapted ? [...adapted.tlvs, ...tlvs] : tlvs)
      : { kind: 'not_sent' };
    submits.count(outcome, began, submit.segments);
    events.onOutcome?.(outcome);
    // Some rejections concern the connection rather than the one submit.
    if (outcome.kind !== 'refused') return outcome;
    if (outcome.refusal === 'throttled' && state() === 'bound') throttle();
    if (outcome.refusal === 'bind_lost' && bind?.state === 'bound') {
      log.warn('carrier reports an invalid bind status; rebinding');
      bind.rebind();
    }
    return outcome;
  }

  async function acquire(lane: Lane, signal?: AbortSignal): Promise<Slot | null> {
    invariant(lane !== 'test', 'a test message never takes a place at a carrier');
    if (!(await admission.enter(lane, signal))) return null;
    const takesWhole = config.longText === 'payload';
    return createSlot({ carrier: config.name, takesWhole, lane, admission, send });
  }

  async function query(segment: QueriedSegment, signal?: AbortSignal): Promise<QueryOutcome> {
    if (!(await admission.enter('query', signal))) return { kind: 'not_sent' };
    try {
      const outcome: QueryOutcome = (await chooseBind()?.query(segment)) ?? { kind: 'not_sent' };
      if (outcome.kind !== 'answered') return outcome;
      return { ...outcome, ...toError(outcome) };
    } finally {
      admission.leave('query');
    }
  }

  async function shutDown(): Promise<void> {
    clearTimeout(throttleTimer);
    await Promise.all(binds.map((bind) => bind.close()));
  }

  return {
    name: config.name,
    get state() {
      return state();
    },
    get rate() {
      return limits.rate;
    },
    usable: () => admission.isOpen,
    acquire,
    queries: config.queries ?? null,
    query,
    suspend(suspended) {
      isSuspended = suspended;
      applyGate();
    },
    tune(changed) {
      limits = changed;
      bucket.setRate(changed.rate);
      applyBinds();
    },
    close: () => {
      if (!closing) {
        closing = shutDown();
        applyGate();
      }
      return closing;
    },
  };
}
