import { hash } from 'node:crypto';
import smpp, { type Pdu } from 'smpp';
import type { Scrubber } from '../scrubber/scrubber.ts';
import { type BehaviourSwitch, RecentMap, type Timers } from '../state.ts';
import type { SmppConnection } from './connection.ts';
import { type Behaviour, type BehaviourName, behaviours, magicNumbers } from './magic-numbers.ts';
import type { PhoneMessage, Phones, Rejection } from './phones.ts';
import { type MessageStates, type Outbox, wantsReceipt } from './receipts.ts';
import { readSubmit, type Segment } from './segment.ts';

/** Format of message ids: base 36, hexadecimal or decimal. */
type IdFormat = 'text' | 'hex' | 'decimal';

const radix = { text: 36, hex: 16, decimal: 10 } as const satisfies Record<IdFormat, number>;

/** Counters for tests and benchmarks. */
export type Totals = {
  /** All received submit_sm, with any result. */
  submits: number;
  accepted: number;
  /** Receipts that the client acknowledged. */
  receipts: number;
  /** How many of the accepted submits differ in recipient, part or text. */
  distinct: number;
  /** `accepted` minus `distinct`: 0 proves that nothing was sent twice. */
  duplicates: number;
};

export type Ledger = ReturnType<typeof createLedger>;

/** Minimum number of newest fingerprints, and of newest recipients, that are remembered. */
const remembered = 250_000;

/** Counts submits and receipts. All counters are read in constant time. */
export function createLedger() {
  const seen = new RecentMap<string, true>(remembered);
  const perRecipient = new RecentMap<string, number>(remembered);
  const tries = new RecentMap<string, number>(remembered);
  let counts = { submits: 0, accepted: 0, receipts: 0, distinct: 0 };

  return {
    arrived(): void {
      counts.submits += 1;
    },
    accepted(segment: Segment, print: string): void {
      counts.accepted += 1;
      if (!seen.get(print)) counts.distinct += 1;
      seen.set(print, true);
      perRecipient.set(segment.to, (perRecipient.get(segment.to) ?? 0) + 1);
    },
    acknowledged(): void {
      counts.receipts += 1;
    },
    /** Counts an attempt to submit a text. @returns the number of earlier attempts */
    tried(print: string): number {
      const before = tries.get(print) ?? 0;
      tries.set(print, before + 1);
      return before;
    },
    totals: (): Totals => ({ ...counts, duplicates: counts.accepted - counts.distinct }),
    acceptedFor: (recipient: string): number => perRecipient.get(recipient) ?? 0,
    reset(): void {
      counts = { submits: 0, accepted: 0, receipts: 0, distinct: 0 };
      seen.clear();
      perRecipient.clear();
      tries.clear();
    },
  };
}

/** A hash that is equal for two submits with the same text, part and recipient. */
export function fingerprint({ to, part, text }: Segment): string {
  const place = part ? `${part.reference}/${part.sequence}/${part.total}` : '';
  return hash('sha1', `${to} ${place} ${text}`, 'base64');
}

/** Times are in milliseconds. */
export type SubmitOptions = {
  /**
   * The formats of message ids in responses and in receipts. Many real centres use hexadecimal ids in responses, and decimal
   * ids in receipts.
   */
  submitIdFormat: IdFormat;
  receiptIdFormat: IdFormat;
  receiptAfterMs: number;
  lateReceiptAfterMs: number;
  /** Delay from the submit to the receipt if the response is lost. */
  unansweredReceiptAfterMs: number;
  /** Delay of a late response. */
  lateAnswerAfterMs: number;
};

type SubmitDependencies = {
  options: SubmitOptions;
  timers: Timers;
  network: BehaviourSwitch<BehaviourName>;
  phones: Phones;
  ledger: Ledger;
  states: MessageStates;
  scrubber: Scrubber;
};

/** The connection of a submit, and the outbox for its receipts. */
type Origin = { link: SmppConnection; outbox: Outbox };

export type SubmitHandler = (pdu: Pdu, origin: Origin) => void;

const magicByNumber = new Map(magicNumbers.map((magic) => [magic.number, magic]));

export function createSubmitHandler(dependencies: SubmitDependencies): SubmitHandler {
  const { options, timers, network, phones, ledger, states, scrubber } = dependencies;
  // Serial numbers start at the current time, so a restarted centre never reuses one, as long as it handles fewer than a
  // million messages per second.
  let serial = Date.now() * 1000;

  /**
   * Returns the behaviour for a submit. A magic number has a fixed behaviour. Other numbers get the behaviour that is
   * set for the network.
   */
  function behaviourFor(segment: Segment, print: string): BehaviourName {
    const magic = magicByNumber.get(segment.to);
    if (!magic) return network.take().behaviour;
    return ledger.tried(print) < magic.firstSubmits ? magic.behaviour : 'normal';
  }

  /** The delay from the submit to the receipt; not used if the receipt comes before the response. */
  function receiptDelay({ answer, receipts }: Behaviour): number {
    const answerAfterMs = answer === 'late' ? options.lateAnswerAfterMs : 0;
    if (receipts?.when === 'late') return answerAfterMs + options.lateReceiptAfterMs;
    if (receipts?.when === 'unanswered') return options.unansweredReceiptAfterMs;
    return answerAfterMs + options.receiptAfterMs;
  }

  /** Responds to an accepted submit and sends its receipts, each after its delay. */
  function carryOut(
    behaviour: Behaviour,
    pdu: Pdu,
    { segment, message }: { segment: Segment; message: PhoneMessage },
    { link, outbox }: Origin,
  ): void {
    const { answer, receipts } = behaviour;
    serial += 1;
    const submitId = serial.toString(radix[options.submitIdFormat]);
    const receiptId = serial.toString(radix[options.receiptIdFormat]);
    const submittedAt = Date.now();
    const finalAt = submittedAt + receiptDelay(behaviour);
    if (receipts) states.add(submitId, { from: segment.from, outcome: receipts.outcome, finalAt });

    const sendReceiptsOf = (rejection: Rejection | null) => {
      if (!receipts) return;
      const outcome = rejection ? 'undelivered' : receipts.outcome;
      if (rejection) states.add(submitId, { from: segment.from, outcome, finalAt });
      if (!wantsReceipt(segment.registeredDelivery, outcome)) return;
      const error = rejection ? { error: rejection.code } : {};
      for (let copy = 0; copy < receipts.copies; copy += 1) {
        outbox.add({ messageId: receiptId, outcome, segment, submittedAt, ...error }, link);
      }
    };
    const sendReceipts = () => scrubber.check(message, sendReceiptsOf);
    const sendAnswer = () => link.send(pdu.response({ message_id: submitId }));

    if (receipts?.when === 'before-answer') sendReceipts();
    else timers.later(receiptDelay(behaviour), sendReceipts);
    if (answer === 'now') sendAnswer();
    if (answer === 'late') timers.later(options.lateAnswerAfterMs, sendAnswer);
  }

  return function takeSubmit(pdu, origin) {
    ledger.arrived();
    const segment = readSubmit(pdu);
    if (!segment) {
      origin.link.send(pdu.response({ command_status: smpp.ESME_RINVDSTADR }));
      return;
    }
    const print = fingerprint(segment);
    const name = behaviourFor(segment, print);
    const behaviour: Behaviour = behaviours[name];
    if (behaviour.answer === 'cut') {
      origin.link.destroy();
    } else if (behaviour.status !== 0) {
      origin.link.send(pdu.response({ command_status: behaviour.status }));
    } else {
      ledger.accepted(segment, print);
      const message = phones.receive(segment, name);
      scrubber.check(message);
      carryOut(behaviour, pdu, { segment, message }, origin);
    }
  };
}
