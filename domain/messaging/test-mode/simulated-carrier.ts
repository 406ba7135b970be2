import {
  createAdmission,
  createTokenBucket,
  createWindow,
} from '#domain/messaging/delivery/carriers/admission.ts';
import type {
  Slot,
  SlotSource,
  Submit,
  SubmitOutcome,
} from '#domain/messaging/delivery/carriers/contract.ts';
import { receiveReceipt } from '#domain/messaging/delivery/receipts/receive-receipt.ts';
import type { MessageRoute } from '#domain/messaging/delivery/routing/routing.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { randomText } from '#platform/ids.ts';
import { getOutcome } from './magic-numbers.ts';
import { simulatedCarrier, toReceipt } from './simulated-receipt.ts';

/** Submits and receipts of test messages that a worker handles in a second, and at once. */
const perSecond = 50;
const window = 10;

/** Rejections of each message to a number that throttles. */
const throttledTimes = 3;

/** Messages whose rejections are counted; a message that is forgotten is rejected three more times. */
const maxCounted = 1_000;

/** ESME_RINVDSTADR and ESME_RTHROTTLED (SMPP 3.4 §5.1.3). */
const invalidNumber = 0x0b;
const throttled = 0x58;

/** The simulated carrier's id of a segment. */
export const newSimulatedId = () => randomText(12, '0123456789abcdefghjkmnpqrstvwxyz');

/**
 * What stands in for carriers and routes in the lane of test messages: one carrier without any connection, whose responses
 * are those of the magic numbers. It is always usable.
 */
export function createSimulatedRouting() {
  const admission = createAdmission(createWindow(window, 0), createTokenBucket(perSecond));
  admission.open();
  const respond = createResponses();

  function createSlot(): Slot {
    let isReleased = false;
    return {
      carrier: simulatedCarrier,
      takesWhole: false,
      submit: respond,
      release() {
        if (!isReleased) admission.leave('messages');
        isReleased = true;
      },
    };
  }

  const carrier: SlotSource = {
    name: simulatedCarrier,
    usable: () => true,
    acquire: async (_lane, signal) =>
      (await admission.enter('messages', signal)) ? createSlot() : null,
  };
  const route: MessageRoute = { carriers: [carrier], name: null, routedBy: null };

  return {
    choose({ livemode }: { livemode: boolean }): MessageRoute {
      invariant(!livemode, 'only test messages are simulated');
      return route;
    },
    isUsable: () => true,
    rate: () => perSecond,
  };
}

/** Responds to submits as the magic numbers say. */
function createResponses() {
  const rejections = new Map<string, number>();

  /** Whether this submit of a message to a number that throttles is one of the first. */
  function isOfFirst({ recipient, reference }: Submit): boolean {
    const key = `${recipient} ${reference}`;
    const before = rejections.get(key) ?? 0;
    rejections.delete(key);
    if (before >= throttledTimes) return false;
    if (rejections.size >= maxCounted) rejections.clear();
    rejections.set(key, before + 1);
    return true;
  }

  return async (submit: Submit): Promise<SubmitOutcome> => {
    invariant(!submit.livemode, 'only test messages are simulated');
    const outcome = getOutcome(`+${submit.recipient}`);
    if (outcome.submit === 'no response') return { kind: 'unanswered' };
    if (outcome.submit === 'rejects') {
      return { kind: 'refused', refusal: 'permanent', status: invalidNumber };
    }
    if (outcome.submit === 'throttles' && isOfFirst(submit)) {
      return { kind: 'refused', refusal: 'throttled', status: throttled };
    }
    const carrierMessageId = newSimulatedId();
    if (outcome.receipt?.afterMs === 0) {
      await receiveReceipt(toReceipt(outcome.receipt.state, carrierMessageId, submit));
    }
    return { kind: 'accepted', carrierMessageId };
  };
}
