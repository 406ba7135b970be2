import type { Logger } from 'pino';
import { prepareReceiptErrors } from '#domain/dlt/operator-verdicts/receipt-errors.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { gsmAlphabet, gsmEscape, gsmExtension } from '#domain/sms/gsm-alphabet.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import type { TakeTokens } from '#platform/limits/shared-rate.ts';
import { logger } from '#platform/logger.ts';
import { counter, histogram } from '#platform/metrics/instruments.ts';
import {
  type Admission,
  createAdmission,
  createLeasedBucket,
  createTokenBucket,
  createWindow,
  type TokenBucket,
} from './admission.ts';
import { openReconnectingBind, type ReconnectingBind } from './bind-session.ts';
import { type CarrierConfig, findLongCredentials } from './carrier-config.ts';
import type {
  Carrier,
  CarrierEvents,
  CarrierLane,
  CarrierState,
  Lane,
  QueriedSegment,
  QueryOutcome,
  Slot,
  Submit,
  SubmitOutcome,
} from './contract.ts';
import { canSendForInstallation, prepareDltTlvs, type VendorTlv } from './submit-pdu.ts';

/** ESME_RMISSINGOPTPARAM (SMPP 3.4 §5.1.3), the status with which carriers reject a message without DLT identities. */
const missingParameter = 0xc3;

/** How long submits pause after the carrier throttled one. */
const throttlePauseMs = 1_000;

/**
 * How workers share the rate of a carrier. `take` takes tokens from Redis; `workers` returns the number of running workers,
 * among which the rate is divided while Redis is down.
 */
export type RateSharing = { take: TakeTokens; workers: () => number };

type Options = {
  carrier: string;
  takesWhole: boolean;
  lane: CarrierLane;
  admission: Admission;
  send: (submit: Submit) => Promise<SubmitOutcome>;
};

/**
 * Creates the object for a slot that was just acquired together with one token of the rate. The first segment uses this token,
 * unless the carrier has been paused since. Each further segment waits for another token.
 */
export function createSlot({ carrier, takesWhole, lane, admission, send }: Options): Slot {
  let hasToken = true;
  let busy = false;
  let released = false;

  async function submit(submit: Submit): Promise<SubmitOutcome> {
    invariant(submit.livemode, 'a test message is never submitted to a carrier');
    invariant(!released && !busy, 'a slot accepts one submit at a time, until it is released');
    busy = true;
    try {
      const missing = submit.segments - (hasToken && admission.isOpen ? 1 : 0);
      hasToken = false;
      const ready = missing === 0 || (await admission.again(lane, missing));
      return ready ? await send(submit) : { kind: 'not_sent' };
    } finally {
      busy = false;
    }
  }

  function release(): void {
    if (released) return;
    released = true;
    admission.leave(lane);
  }

  return { carrier, takesWhole, submit, release };
}

/** A submit in the form that a carrier expects, with the TLVs that this form needs. */
type AdaptedSubmit = { submit: Submit; tlvs: VendorTlv[] };

/** ESME_RINVDCS of SMPP 5.0: our status for a text with characters that the carrier's alphabet lacks. */
const notInAlphabet = 0x104;
/** The reason why a message fails if no carrier of its route can encode all characters of its text. */
const notInAlphabetReason = 'character not in the alphabet';

const sar = { reference: 0x020c, total: 0x020e, position: 0x020f };

/**
 * Prepares a function that adapts submits to the alphabet and the form of long messages that a carrier expects.
 *
 * @returns null if the carrier takes submits unchanged; otherwise a function, which returns null for a text with a character
 *   that the carrier's alphabet lacks
 */
export function prepareAdapter({
  alphabet,
  longText,
}: Pick<CarrierConfig, 'alphabet' | 'longText'>):
  | ((submit: Submit) => AdaptedSubmit | null)
  | null {
  if (alphabet === 'gsm' && longText !== 'sar') return null;
  return (given) => {
    const submit = { ...given };
    const tlvs: VendorTlv[] = [];
    if (alphabet !== 'gsm' && submit.dataCoding === 0) {
      const text = toLatin1(submit.text);
      if (!text) return null;
      submit.text = text;
      submit.dataCoding = alphabet === 'latin1' ? 3 : 0;
    }
    if (longText === 'sar' && submit.header) {
      // The layout that `concatenationHeader` writes: length, element, its length, reference, total, position.
      const [, , , reference = 0, total = 1, position = 1] = submit.header;
      submit.header = null;
      tlvs.push({ tag: sar.reference, value: Buffer.from([0, reference]) });
      tlvs.push({ tag: sar.total, value: Buffer.from([total]) });
      tlvs.push({ tag: sar.position, value: Buffer.from([position]) });
    }
    return { submit, tlvs };
  };
}

const basic = [...gsmAlphabet].map(toOctet);
const extended = new Map(
  Object.entries(gsmExtension).map(([character, septet]) => [septet, toOctet(character)]),
);

/** The octet of a character in Latin-1 (ISO 8859-1); -1 if Latin-1 lacks the character. */
function toOctet(character: string): number {
  const code = character.charCodeAt(0);
  return code <= 0xff ? code : -1;
}

/** @returns null if the text has a Greek letter or the euro sign, because Latin-1 lacks these characters */
function toLatin1(septets: Buffer): Buffer | null {
  const octets: number[] = [];
  for (let i = 0; i < septets.length; i += 1) {
    const septet = septets[i] ?? 0;
    const octet = septet === gsmEscape ? extended.get(septets[++i] ?? 0) : basic[septet];
    if (octet === undefined || octet < 0) return null;
    octets.push(octet);
  }
  return Buffer.from(octets);
}

const submits = counter<'carrier' | 'outcome'>({
  name: 'dakiya_submits_total',
  help: 'Segments submitted to a carrier, by outcome.',
  labelNames: ['carrier', 'outcome'],
});

const responseSeconds = histogram<'carrier'>({
  name: 'dakiya_submit_seconds',
  help: 'Time from the submit to the carrier’s response, in seconds.',
  labelNames: ['carrier'],
});

const outcomes = [
  'accepted',
  'throttled',
  'temporary',
  'limited_retry',
  'bind_lost',
  'other_carrier',
  'permanent',
  'unanswered',
  'not_sent',
];

/** Creates the submit counters of a carrier, starting every outcome at 0. */
function submitMetricsFor(carrier: string) {
  for (const outcome of outcomes) submits.inc({ carrier, outcome }, 0);
  return {
    /** @param began `performance.now()` when it was submitted */
    count(outcome: SubmitOutcome, began: number, segments: number): void {
      const answered = outcome.kind === 'accepted' || outcome.kind === 'refused';
      if (answered) responseSeconds.observe({ carrier }, (performance.now() - began) / 1_000);
      const name = outcome.kind === 'refused' ? outcome.refusal : outcome.kind;
      submits.inc({ carrier, outcome: name }, segments);
    },
  };
}

/**
 * Opens a carrier. Each of its binds connects, and reconnects after every lost connection until the carrier is closed.
 *
 * @param events called for receipts and late responses
 * @param sharing how workers share the rate; with null, this process uses the whole rate
 * @param parent the logger for the log lines of this carrier
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
      'the tlvs of the carrier need entityId and telemarketerIds, so it gets no messages of the installation',
    );
  }
  const tooLong = new Set(config.binds.flatMap(findLongCredentials));
  if (tooLong.size > 0)
    log.warn(
      { tooLong: [...tooLong] },
      'credentials are longer than SMPP allows; some SMSCs reject or truncate them',
    );
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
            'Redis is unavailable, so each worker uses an equal part of the rate',
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
  let wasBound = false;
  /** When `wasBound` last changed. */
  let since = clock.now();

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

  /**
   * Called after a connection was bound or lost. The window of the carrier is the sum of the windows of its bound connections.
   */
  function applyBinds(): void {
    const count = boundCount();
    if (count > 0 !== wasBound) {
      wasBound = count > 0;
      since = clock.now();
    }
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

  /** The bound connection with the fewest unanswered submits. */
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
      return {
        ...{ kind: 'refused', refusal: 'other_carrier', status: notInAlphabet },
        reason: notInAlphabetReason,
      };
    const tlvs = toTlvs(submit);
    if (typeof tlvs === 'string')
      return { kind: 'refused', refusal: 'other_carrier', status: missingParameter, reason: tlvs };
    const outcome: SubmitOutcome = bind
      ? await bind.submit(adapted?.submit ?? submit, adapted ? [...adapted.tlvs, ...tlvs] : tlvs)
      : { kind: 'not_sent' };
    submits.count(outcome, began, submit.segments);
    events.onOutcome?.(outcome);
    // These two refusals concern more than this submit: throttling concerns the whole carrier, and an invalid bind
    // status the whole connection.
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
    get binds() {
      return { bound: boundCount(), connections: submitters.length, since };
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
