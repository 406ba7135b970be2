import { splitIntoSegments } from '#domain/messages/segments.ts';
import { invariant } from '#domain/shared/errors.ts';
import { unseal } from '#platform/crypto.ts';
import type { Slot, Submit, SubmitOutcome } from './carriers/contract.ts';
import { encodeText } from './carriers/encode-text.ts';
import { concatenationHeader } from './carriers/user-data-header.ts';
import type { ClaimedMessage } from './contract.ts';
import { referenceOf } from './reference.ts';

/** One segment's submit and what became of it. */
export type SubmittedPart = { seq: number; reference: number; outcome: SubmitOutcome };

/**
 * Hands the segments that no carrier has yet to a carrier, one after the other, until one is not
 * accepted: a message of which a part is missing is of no use, so the rest can wait.
 *
 * @param done segments that were taken already
 * @returns the segments tried; all but the last are accepted
 */
export async function submitMessage(
  slot: Slot,
  message: ClaimedMessage,
  done: ReadonlySet<number>,
  now: Date,
): Promise<SubmittedPart[]> {
  const tried: SubmittedPart[] = [];
  for (const { seq, submit } of toSubmits(message, now)) {
    if (done.has(seq)) continue;
    const outcome = await slot.submit(submit);
    tried.push({ seq, reference: submit.reference, outcome });
    if (outcome.kind !== 'accepted') break;
  }
  return tried;
}

function toSubmits(message: ClaimedMessage, now: Date): { seq: number; submit: Submit }[] {
  const text = message.content ?? (message.sealedContent && unseal(message.sealedContent));
  invariant(text !== null, 'a message that is not submitted yet has its text');
  const parts = message.segments === 1 ? [text] : splitIntoSegments(text).parts;
  const dataCoding = message.encoding === 'gsm7' ? 0 : 8;
  const validitySeconds = Math.ceil((message.validUntil.getTime() - now.getTime()) / 1_000);
  return parts.map((part, i) => ({
    seq: i + 1,
    submit: {
      recipient: message.recipient.slice(1),
      sender: message.sender,
      dataCoding,
      text: encodeText(part, dataCoding),
      header:
        parts.length > 1
          ? concatenationHeader(referenceOf(message.id, 0) & 0xff, parts.length, i + 1)
          : null,
      reference: referenceOf(message.id, i + 1),
      validitySeconds,
      templateId: message.templateId,
    },
  }));
}
