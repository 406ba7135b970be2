import { seqOf, textColumn } from '#domain/messaging/messages/message-columns.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { splitIntoSegments } from '#domain/sms/segments.browser.ts';
import type { Submit } from './carriers/contract.ts';
import { concatenationHeader, encodeText } from './carriers/submit-pdu.ts';
import type { ReservedMessage, Submittable } from './contract.ts';

/** One segment, or a whole text with the number of its first segment, ready to be submitted to any carrier. */
export type PreparedSubmit = { seq: number; submit: Submit };

/** Joins the segments of a text to one submit, with the reference of the first segment. */
export function joinSubmits(submits: readonly PreparedSubmit[]): PreparedSubmit {
  const [first] = submits;
  invariant(first, 'a message has segments');
  const text = Buffer.concat(submits.map(({ submit }) => submit.text));
  return {
    seq: first.seq,
    submit: { ...first.submit, text, header: null, segments: submits.length },
  };
}

/**
 * Returns the text of a message that is to be submitted.
 *
 * @throws Error if it cannot be decrypted, for example because its key is missing
 */
export function readText(message: ReservedMessage): string {
  const { content, encryptedContent } = message;
  const text = content ?? (encryptedContent && textColumn.decrypt(message, encryptedContent));
  invariant(text !== null, 'a message that is not submitted yet still has its text');
  return text;
}

/**
 * Computes the 16-bit reference of a segment, which is sent as user_message_reference (SMPP 3.4 §5.3.2.17). If the response to
 * the submit is lost, a receipt that echoes the reference still identifies the segment. The reference is derived from the
 * message's id, so that another worker can compute it after a crash.
 *
 * @param seq the segment, from 1; 0 for the message as a whole
 */
export function segmentReference(messageId: string, seq: number): number {
  // FNV-1a, folded to 16 bits: spreads well and needs no state.
  let hash = 0x811c9dc5;
  for (const character of `${messageId}/${seq}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff;
}

/**
 * Builds the submits of a message, one per segment, in order.
 *
 * @throws Error if the text cannot be sent at all
 */
export function prepareSubmits(message: Submittable, text: string, now: Date): PreparedSubmit[] {
  const parts = message.segments === 1 ? [text] : splitIntoSegments(text).parts;
  const dataCoding = message.encoding === 'gsm7' ? 0 : 8;
  const validitySeconds = Math.floor((message.validUntil.getTime() - now.getTime()) / 1_000);
  const seqs = parts.map((_, i) => seqOf(message.round ?? 0, i + 1));
  return parts.map((part, i) => ({
    seq: seqs[i] as number,
    submit: {
      recipient: message.recipient.slice(1),
      sender: message.sender,
      dataCoding,
      text: encodeText(part, dataCoding),
      segments: 1,
      header:
        parts.length > 1
          ? concatenationHeader(segmentReference(message.id, 0) & 0xff, parts.length, i + 1)
          : null,
      reference: segmentReference(message.id, seqs[i] as number),
      validitySeconds,
      templateId: message.templateId,
      entityId: message.entityId,
      chains: message.chains,
      livemode: message.livemode,
    },
  }));
}
