import smpp, { type Pdu } from 'smpp';
import type { Scrubber } from '../scrubber/scrubber.ts';
import { type Behaviour, type BehaviourName, getBehaviour } from './behaviour.ts';
import { magicNumberFor } from './magic-numbers.ts';
import { formatMessageId } from './message-ids.ts';
import type { MessageStates } from './message-states.ts';
import type { Network } from './network.ts';
import type { SmscOptions } from './options.ts';
import type { Outbox } from './outbox.ts';
import type { PhoneMessage, Rejection } from './phone-message.ts';
import type { Phones } from './phones.ts';
import { readSubmit } from './read-submit.ts';
import { wantsReceipt } from './receipt.ts';
import type { Segment } from './segment.ts';
import type { SmppConnection } from './smpp-connection.ts';
import { fingerprint, type Ledger } from './submit-counter.ts';
import type { Timers } from './timers.ts';

type SubmitDependencies = {
  options: SmscOptions;
  timers: Timers;
  network: Network;
  phones: Phones;
  ledger: Ledger;
  states: MessageStates;
  scrubber: Scrubber;
  nextSerial: () => number;
};

/** The connection of a submit, and the outbox for its receipts. */
export type Origin = { link: SmppConnection; outbox: Outbox };

export type SubmitHandler = (pdu: Pdu, origin: Origin) => void;

/** Creates the handler of submit_sm. */
export function createSubmitHandler(dependencies: SubmitDependencies): SubmitHandler {
  const { options, timers, network, phones, ledger, states, scrubber, nextSerial } = dependencies;

  /** Magic numbers have their own behaviour; others get the network's. */
  function behaviourFor(segment: Segment, print: string): BehaviourName {
    const magic = magicNumberFor(segment.to);
    if (!magic) return network.take();
    if (magic.firstSubmits === null) return magic.behaviour;
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
    const serial = nextSerial();
    const submittedAt = Date.now();

    const submitId = formatMessageId(serial, options.submitIdFormat);
    const finalAt = submittedAt + receiptDelay(behaviour);
    if (receipts) states.add(submitId, { from: segment.from, outcome: receipts.outcome, finalAt });

    const sendReceiptsOf = (rejection: Rejection | null) => {
      if (!receipts) return;
      const outcome = rejection ? 'undelivered' : receipts.outcome;
      if (rejection) states.add(submitId, { from: segment.from, outcome, finalAt });
      if (!wantsReceipt(segment.registeredDelivery, outcome)) return;
      const messageId = formatMessageId(serial, options.receiptIdFormat);
      const error = rejection ? { error: rejection.code } : {};
      for (let copy = 0; copy < receipts.copies; copy += 1) {
        outbox.add({ messageId, outcome, segment, submittedAt, ...error }, link);
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
    const behaviour = getBehaviour(name);
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
