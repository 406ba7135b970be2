import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { TimelineEvent } from './contract.ts';

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

/** Meanings of a receipt's `stat:` (SMPP 3.4 appendix B). */
const meanings: Record<string, string> = {
  DELIVRD: 'It was delivered to the phone.',
  ACCEPTD: 'The operator accepted it.',
  ENROUTE: 'It is on its way.',
  SCHEDULED: 'The operator will deliver it later.',
  UNDELIV: 'The operator could not deliver it.',
  EXPIRED: 'The message expired before the phone could receive it.',
  DELETED: 'The operator deleted it.',
  REJECTD: 'The operator rejected it.',
  UNKNOWN: 'The operator reports the final status as unknown.',
  SKIPPED: 'The operator skipped it.',
};

/**
 * Describes a receipt.
 *
 * @param code the operator's error code
 * @param verdict the meaning of the code; null if unknown
 */
function receiptText(status: string, code: string | null, verdict: string | null): string {
  const meaning = meanings[status] ?? `The operator says ${status}.`;
  const text = verdict === null ? undefined : verdictTexts.get(verdict);
  // Codes are padded with zeros; all zeros means no error.
  if (!code || /^0+$/.test(code)) return text ? `${meaning} ${text}` : meaning;
  return text ? `${meaning} ${text} (${code})` : `${meaning} Operator error code: ${code}.`;
}

const verdictTexts = new Map<string, string>(Object.entries(operatorVerdicts));

/** Meanings of a `command_status` that rejects a submit (SMPP 3.4 §5.1.3). */
const statusMeanings = new Map<number, string>([
  [0x01, 'the text is too long for it'],
  [0x04, 'our connection was not ready for sending'],
  [0x05, 'our connection was already bound'],
  [0x08, 'it had a system error'],
  [0x0a, 'it does not accept the sender'],
  [0x0b, 'it does not accept the number'],
  [0x0d, 'it rejected our bind request'],
  [0x0e, 'it did not accept our password'],
  [0x0f, 'it did not accept our system ID'],
  [0x14, 'its queue was full'],
  [0x15, 'it does not know the type of service'],
  [0x43, 'it does not accept this kind of message'],
  [0x45, 'the submission failed'],
  [0x48, 'it does not accept the type of the sender'],
  [0x49, 'it does not accept the numbering plan of the sender'],
  [0x50, 'it does not accept the type of the number'],
  [0x51, 'it does not accept the numbering plan of the number'],
  [0x53, 'it does not know the type of system'],
  [0x58, 'we exceeded its rate limit'],
  [0x61, 'it did not accept the time of delivery'],
  [0x62, 'it did not accept the validity'],
  [0x64, 'temporary error at the receiving application'],
  [0x65, 'permanent error at the receiving application'],
  [0x66, 'its receiving side rejected the message'],
  [0xc0, 'it did not accept the optional fields, such as the DLT ones'],
  [0xc1, 'it does not allow one of the optional fields'],
  [0xc2, 'an optional field has the wrong length for it'],
  [0xc3, 'a required optional parameter (such as a DLT TLV) is missing'],
  [0xc4, 'it did not accept the value of an optional field, such as a DLT one'],
  [0xfe, 'it could not deliver the message'],
  [0xff, 'it did not say why'],
  [0x102, 'the type of service was not available'],
]);

/**
 * Describes a rejection.
 *
 * @param status as in the timeline, `0x0000000B`
 */
function refusalText(status: string): string {
  const meaning = statusMeanings.get(Number(status));
  return meaning
    ? `The carrier rejected it: ${meaning}.`
    : `The carrier rejected it with its own code ${status}.`;
}

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

/** The status and error code of a receipt, its verdict, and the text of the code in the carrier's profile. */
const receiptReason = /^([A-Z]+|\d+)(?: ([\w-]+))?(?:: ((?:dlt|operator)_[a-z_]+))?(?:: (.+))?$/;

/**
 * The verdict of DLT that a reason names.
 *
 * @param reason as stored with the message
 * @returns null if it names no documented verdict
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
