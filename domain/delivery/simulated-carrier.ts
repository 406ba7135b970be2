import { getOutcome } from '#domain/messaging/recipients/magic-numbers.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { randomText } from '#platform/ids.ts';
import { createAdmission, createTokenBucket, createWindow } from './carriers/admission.ts';
import {
  type Receipt,
  type Slot,
  type SlotSource,
  type Submit,
  type SubmitOutcome,
  simulatedCarrier,
} from './carriers/contract.ts';
import { receiveReceipt } from './receipts/receive-receipt.ts';
import { recordLateResponse } from './record-late-response.ts';
import type { MessageRoute } from './routing/routing.ts';

/** How many submits and receipts of test messages a worker handles per second, and concurrently. */
const perSecond = 50;
const window = 10;

/** How often a message to the magic number for throttling is rejected. */
const throttledTimes = 3;

/**
 * The maximum number of messages whose rejections are counted. Beyond this number, the oldest message is forgotten, and
 * would be rejected three more times.
 */
const maxCounted = 1_000;

/** ESME_RINVDSTADR and ESME_RTHROTTLED (SMPP 3.4 §5.1.3). */
const invalidNumber = 0x0b;
const throttled = 0x58;

/** Creates the simulated carrier's id for a segment. */
const newSimulatedId = () => randomText(12, '0123456789abcdefghjkmnpqrstvwxyz');

/**
 * Creates the routing for the lane of test messages. It has a single simulated carrier without a connection, which is always
 * usable and responds as the magic numbers say.
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
      receipts: { dueInMs, receive: receiveReceipts },
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

/** Creates a function that responds to submits as the magic numbers say. */
function createResponses() {
  const rejections = new Map<string, number>();

  /**
   * Whether this is one of the first three submits of a message to the magic number for throttling. Each call counts one
   * submit.
   */
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

/**
 * Creates a receipt in the same form as a receipt from a carrier's connection.
 *
 * @param segment its recipient has digits only, with the country code
 */
const toReceipt = (
  state: 'delivered' | 'undelivered',
  carrierMessageId: string,
  { recipient, reference }: Pick<Receipt, 'recipient' | 'reference'>,
): Receipt => ({
  ...{ carrier: simulatedCarrier, carrierMessageId, state, recipient, reference },
  status: state === 'delivered' ? 'DELIVRD' : 'UNDELIV',
  errorCode: state === 'delivered' ? '000' : '001',
});

/**
 * Returns how many milliseconds after the submit the receipts of a test message are due; null if the receipts arrived with the
 * submit, or if there are no receipts.
 */
function dueInMs(recipient: string): number | null {
  const { receipt } = getOutcome(recipient);
  return receipt && receipt.afterMs > 0 ? receipt.afterMs : null;
}

type Part = { carrierMessageId: string | null; reference: number; recipient: string };

/** Reads the recipient from the parts, because the number in the message itself may have been erased since the submit. */
const listParts = `
  SELECT carrier_message_id AS "carrierMessageId", reference, substr(recipient, 2) AS recipient
  FROM message_parts WHERE message_id = $1 ORDER BY seq`;

/**
 * Receives the receipts of a submitted test message as if a carrier had sent them. If the worker is lost during this, another
 * worker receives the receipts again; a second copy of a receipt changes only the timeline.
 */
async function receiveReceipts(messageId: string): Promise<void> {
  for (const part of await query<Part>('parts-of-test-message', listParts, [messageId])) {
    await receivePart(part);
  }
}

async function receivePart({ carrierMessageId, reference, recipient }: Part): Promise<void> {
  const { receipt } = getOutcome(`+${recipient}`);
  if (!receipt) return;
  const id = carrierMessageId ?? newSimulatedId();
  if (receipt.afterResponse) {
    const outcome = { kind: 'accepted', carrierMessageId: id } as const;
    await recordLateResponse(simulatedCarrier, { reference, recipient, outcome });
  }
  for (let copy = 0; copy < (receipt.copies ?? 1); copy += 1) {
    await receiveReceipt(toReceipt(receipt.state, id, { recipient, reference }));
  }
}
