import { isComplete, joinText, type PhoneMessage } from '../smsc/phone-message.ts';
import type { Smsc } from '../smsc/server.ts';
import { normalizeDigits } from './phone-number.ts';

const mostMessages = 100;

/**
 * Complete texts on the phones, newest first.
 *
 * @param number digits with country code; empty for all numbers
 */
export function handsetJson({ phones }: Smsc, number: string) {
  const messages = number === '' ? phones.newestFirst() : phones.conversation(number).messages;
  const shown: PhoneMessage[] = [];
  for (const message of messages) {
    if (shown.length >= mostMessages) break;
    if (isArrived(message)) shown.push(message);
  }
  return { messages: shown.map(toJson) };
}

const isArrived = (message: PhoneMessage): boolean =>
  isComplete(message) && message.behaviour !== 'undelivered' && message.rejection === null;

function toJson(message: PhoneMessage) {
  const { from, to, at, dlt } = message;
  return { from, to, text: joinText(message), at: new Date(at).toISOString(), dlt };
}

/**
 * Counters since the start or the last reset: totals, or the accepted submits of some recipients.
 *
 * @param recipients separated by commas; empty for totals
 */
export function submitsJson(smsc: Smsc, recipients: string) {
  if (recipients !== '') {
    const numbers = recipients.split(',').map(normalizeDigits);
    return { counts: numbers.map((number) => smsc.ledger.acceptedFor(number)) };
  }
  return { ...smsc.ledger.totals(), receiptsWaiting: smsc.receiptsKept() };
}
