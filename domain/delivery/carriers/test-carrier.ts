import { setTimeout as pause } from 'node:timers/promises';
import { isUnknownState } from '#domain/sms/receipt-state.ts';
import { ofInstance } from '#platform/instance.ts';
import { logger } from '#platform/logger.ts';
import { openBindSession } from './bind-session.ts';
import { type CarrierBind, type CarrierConfig, findLongCredentials } from './carrier-config.ts';
import type { CarrierEvents, Receipt, Submit, SubmitOutcome, UnreadPdu } from './contract.ts';
import { reasonOfState } from './handle-deliver-sm.ts';
import { openCarrier } from './open-carrier.ts';
import { canonicalMessageId, type MessageIdFormat } from './submit-pdu.ts';

/** Delay between bind and enquire_link, and also the time limit for its response, in milliseconds. */
const enquireMs = 1_000;

/** How long a test message waits for a bind, in milliseconds. */
const usableMs = 10_000;

/**
 * How long to wait for the expected receipt after a receipt with another id or an unknown state has arrived, in milliseconds.
 */
const otherIdMs = 3_000;

/** A logger that discards the log lines of the connection, because the command itself prints what happened. */
const quiet = ofInstance(() => logger.child({}, { level: 'silent' }));

/** Handlers that store the PDUs of the carrier during a test. */
export type ReceiptStore = Pick<CarrierEvents, 'onReceipt' | 'onUnread'>;

/** The result of binding once. */
export type BindTest = Pick<CarrierBind, 'mode' | 'host' | 'port' | 'systemId'> & {
  /** From connecting to the bind response, in milliseconds; null if there was none. */
  boundInMs: number | null;
  /** The command_status of a rejected bind. */
  rejectedWith: number | null;
  /** Whether an enquire_link was answered within a second. */
  isAlive: boolean;
  /** Proposed changes of the settings, as sentences. */
  proposals: string[];
};

/**
 * Binds once with each bind's settings, sends an enquire_link, and unbinds. Nothing is submitted. The carrier may send receipts
 * of real messages meanwhile; these are stored.
 */
export function testBinds(config: CarrierConfig, store: ReceiptStore): Promise<BindTest[]> {
  return Promise.all(config.binds.map((bind) => testBind(config, bind, store)));
}

/** ESME_RINVEXPIRY; then the statuses of rejected credentials: RBINDFAIL, RINVPASWD, RINVSYSID (SMPP 3.4 §5.1.3). */
const invalidValidity = 0x62;
const rejectedCredentials = [0x0d, 0x0e, 0x0f];

/** Pairs of id formats to propose, for responses and receipts, in the order in which they are tried. */
const idFormats: [MessageIdFormat, MessageIdFormat][] = [
  ['loose', 'loose'],
  ['hex', 'decimal'],
  ['decimal', 'hex'],
  ['hex', 'hex'],
];

/**
 * Characters that GSM-7 and Latin-1 encode differently. A carrier that reads data_coding 0 as Latin-1 garbles these characters.
 */
const differing = /[@$_£¥§¡¿[\]{}\\^~|€]/;

/** Proposes what to do about a bind that was rejected with this status. */
const proposeForBind = (
  bind: Parameters<typeof findLongCredentials>[0],
  rejectedWith: number,
): string[] =>
  rejectedCredentials.includes(rejectedWith)
    ? findLongCredentials(bind).map((long) => `${long}. Ask the carrier for a shorter one.`)
    : [];

type TestResult = {
  text: string;
  outcome: SubmitOutcome | null;
  receipt: Receipt | null;
  /** Unknown state words in receipts for the same phone number. */
  unknownWords: readonly string[];
  /** Final receipts for the same phone number with another id. */
  others: readonly Receipt[];
  unread: readonly { reason: string }[];
};

/** Proposes settings of a carrier from its responses to a test message, each as a sentence. */
export function proposeSettings(
  {
    alphabet,
    validity,
    submitIdFormat,
    receiptIdFormat,
  }: Pick<CarrierConfig, 'alphabet' | 'validity' | 'submitIdFormat' | 'receiptIdFormat'>,
  { text, outcome, receipt, unknownWords, others, unread }: TestResult,
): string[] {
  const proposals = unread.map(({ reason }) => `It sent a PDU that cannot be read: ${reason}.`);
  for (const word of unknownWords) {
    proposals.push(
      `Its receipt has the state ${word}, which is not known. Say what it means: "receiptStates": { "${word}": "delivered" }, or "undelivered".`,
    );
  }
  if (outcome?.kind === 'refused' && outcome.status === invalidValidity && validity !== 'none') {
    const next = validity === 'relative' ? 'absolute' : 'none';
    proposals.push(`It refuses this validity_period. Try "validity": "${next}".`);
  }
  if (outcome?.kind !== 'accepted') return proposals;
  const sent = outcome.carrierMessageId ?? '';
  if (!receipt && others.length > 0) {
    const isPlain = submitIdFormat === 'text' && receiptIdFormat === 'text';
    const formats = idFormats.find(
      ([response, inReceipt]) =>
        isPlain &&
        others.some(
          ({ carrierMessageId: id }) =>
            canonicalMessageId(sent, response) === canonicalMessageId(id, inReceipt),
        ),
    );
    const ids = others.map(({ carrierMessageId }) => carrierMessageId || 'no id').join(', ');
    proposals.push(
      formats
        ? `Its receipt names ${ids}. Set "submitIdFormat": "${formats[0]}" and "receiptIdFormat": "${formats[1]}".`
        : `A receipt for this number names ${ids}, which no format makes equal to ${sent || 'no id'}.`,
    );
  }
  if (alphabet === 'gsm' && differing.test(text)) {
    proposals.push(
      'If the phone shows other characters, such as ¡ for @ or § for _, try "alphabet": "latin1_default", then "latin1".',
    );
  }
  return proposals;
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
          // If the carrier does not answer the enquire_link, the connection is closed before this timer fires.
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

/** The result of a test message. */
export type SubmitTest = {
  outcome: SubmitOutcome | null;
  receipt: Receipt | null;
  /** The same as in `TestResult`. */
  unknownWords: string[];
  others: Receipt[];
  unread: UnreadPdu[];
};

/**
 * Sends one segment over a carrier, and waits for its receipt.
 *
 * @param receiptMs how long to wait for the receipt
 * @returns the result; its outcome is null if the carrier did not bind within ten seconds
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
  const ofNumber = () => receipts.filter(({ recipient }) => recipient === submit.recipient);
  const finals = () => ofNumber().filter(({ state }) => state !== 'enroute');
  const unknownWords = () => [
    ...new Set(
      ofNumber().flatMap(({ state, status }) =>
        state === 'enroute' && isUnknownState(status, config.receiptStates) ? [status] : [],
      ),
    ),
  ];
  const findOwn = () =>
    finals().find(
      ({ carrierMessageId, reference }) =>
        outcome?.kind === 'accepted' &&
        (outcome.carrierMessageId
          ? carrierMessageId === outcome.carrierMessageId
          : reference === submit.reference),
    );
  const result = () => {
    const receipt = findOwn() ?? null;
    const others = finals().filter((one) => one !== receipt);
    return { outcome, receipt, unknownWords: unknownWords(), others, unread };
  };
  const usable = new AbortController();
  const events: CarrierEvents = {
    async onReceipt(receipt) {
      await store.onReceipt(receipt);
      receipts.push(receipt);
      if (findOwn()) waiting.abort();
      else if (finals().length > 0 || unknownWords().length > 0)
        setTimeout(() => waiting.abort(), otherIdMs).unref();
    },
    async onUnread(pdu) {
      await store.onUnread(pdu);
      // An unknown state gets a separate proposal.
      if (!unknownWords().some((word) => pdu.reason === reasonOfState(word))) unread.push(pdu);
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
