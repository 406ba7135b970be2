import { operatorVerdicts } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { TimelineEvent } from './contract.ts';
import { receiptText } from './receipt-text.ts';
import { refusalText } from './refusal-text.ts';

/** Reasons that delivery itself records. */
const ownReasons: Record<string, string> = {
  'validity period over': 'It expired before a carrier accepted all of its segments.',
  'account is to be deleted': 'It was cancelled, because its account was about to be deleted.',
  'could not be encoded': 'The text could not be encoded for an SMS.',
  'no answer from the carrier':
    'The carrier did not respond. The message may have been sent, so we do not retry it.',
  'no carrier connected': 'No carrier was connected. It is retried until it expires.',
  'its outcome could not be recorded':
    'It was sent to a carrier, but what the carrier responded could not be recorded, so we do not retry it.',
  'the worker was lost while it was sent':
    'Sending was interrupted. The message may have been sent, so we do not retry it.',
};

/**
 * Describes the reason of a message in plain words.
 *
 * @param reason as stored with the message
 */
export function reasonText(reason: string): string {
  const text = ownReasons[reason] ?? hindrance.exec(reason)?.[1];
  if (text) return text;
  const [, rejectedWith, ownText] = /^refused with (0x[0-9A-F]+)(?:: (.+))?$/.exec(reason) ?? [];
  if (ownText) return `The carrier rejected it: ${ownText}`;
  if (rejectedWith) return refusalText(rejectedWith);
  const [, status, code, verdict, meaning] = receiptReason.exec(reason) ?? [];
  if (!status) return reason;
  if (meaning) return receiptText(status, null, null).replace(/\.$/, `: ${meaning}`);
  return receiptText(status, code ?? null, verdict ?? null);
}

/** Why a message may not be sent, or not yet: a code, and the sentence that is shown. */
const hindrance = /^(?:dlt_[a-z_]+|sender_not_registered|recipient_suppressed): (.+)$/;

/** The status and error code of a receipt, its verdict, and what the carrier's profile says of the code. */
const receiptReason = /^([A-Z]+|\d+)(?: ([\w-]+))?(?:: ((?:dlt|operator)_[a-z_]+))?(?:: (.+))?$/;

/**
 * The verdict of DLT that a reason names.
 *
 * @param reason as stored with the message
 * @returns null if it names none that the documentation has
 */
export function verdictOf(reason: string): string | null {
  const code = /^(\w+): /.exec(reason)?.[1] ?? '';
  const named = isVerdict(code) ? code : receiptReason.exec(reason)?.[3];
  return named !== undefined && isVerdict(named) ? named : null;
}

const isVerdict = (code: string) =>
  Object.hasOwn(dltErrorTexts, code) || Object.hasOwn(operatorVerdicts, code);

/** Describes an event of the timeline in plain words. */
export function timelineEventText({
  event,
  segment,
  status,
  errorCode,
  verdict,
}: TimelineEvent): string {
  switch (event) {
    case 'queued':
      return 'Accepted and stored.';
    case 'skipped':
      return 'This carrier was skipped because it was down or throttling.';
    case 'submitted':
      return segment === null
        ? 'The carrier accepted the whole text.'
        : 'The carrier accepted the segment.';
    case 'refused':
      return status ? refusalText(status) : 'The carrier rejected it.';
    case 'unanswered':
      return 'It was sent to the carrier, which did not respond.';
    case 'not_sent':
      return 'The connection to the carrier was lost before the message was sent. It will be retried.';
    case 'receipt':
      return status
        ? receiptText(status, errorCode, verdict?.code ?? null)
        : 'The operator sent a receipt.';
    case 'expired':
      return 'It expired.';
  }
}

type Route = NonNullable<TimelineEvent['route']>;

const byText: Record<Route['by'][number], string> = {
  category: 'the kind of the message',
  sender: 'its sender',
  account: 'your account',
  prefix: 'the recipient’s number',
  weight: 'the shares of its carriers',
  price: 'the cost of its carriers',
  probe: 'a check whether the carrier works again',
};

/** Describes the route of an attempt in plain words. */
export function routeText({ name, by }: Route): string {
  const reasons = by.map((one) => byText[one]);
  const last = reasons.pop();
  if (last === undefined) return `Sent over the route ${name}, which takes all messages.`;
  const others = reasons.length > 0 ? `${reasons.join(', ')} and ` : '';
  return `Sent over the route ${name}, chosen by ${others}${last}.`;
}
