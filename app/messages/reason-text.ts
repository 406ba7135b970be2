import { operatorVerdicts } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { heldReason, suspendedReason } from '#domain/messaging/suspensions/contract.browser.ts';
import { dltErrorTexts } from '#domain/shared/dlt-error-texts.browser.ts';
import type { TimelineEvent } from './contract.ts';

/** A sentence about what happened, and advice for the sender of the message. */
export type Explanation = { meaning: string; advice: string };

const advice = {
  contactUs: 'You cannot fix this yourself: send us the message ID.',
  sendAgain: 'Send the message again in a few minutes.',
  wait: 'There is nothing to do: we try again until the message expires.',
  doNotRepeat:
    'Check with the recipient before you send the message again, because it might then arrive twice.',
  unreachable:
    'Send the message again later: most often the phone is off or out of reach. If the number fails again, it may no longer exist.',
  compareIds:
    'Compare the ids of entity, header and template with your DLT portal. If they are right, send us the message ID.',
};

/** Reasons that come from Dakiya itself, and not from a carrier, an operator or the DLT check. */
const ownReasons: Record<string, Explanation> = {
  'validity period over': {
    meaning: 'The message expired before a carrier accepted all of its segments.',
    advice: 'Send the message again if it is still wanted.',
  },
  'account is to be deleted': {
    meaning: 'The message was cancelled, because the account was about to be deleted.',
    advice: 'If the account is kept, send the message again.',
  },
  [heldReason]: {
    meaning:
      'The message is held, because the account is suspended. It expires when its validity ends.',
    advice:
      'Read the notice at the top of your dashboard. Messages are sent when the account resumes.',
  },
  [suspendedReason]: {
    meaning: 'The code was cancelled, because the account was suspended before the code was sent.',
    advice: 'Request a new code when the account resumes.',
  },
  'could not be encoded': {
    meaning: 'The text could not be encoded for an SMS.',
    advice: 'Remove unusual characters from the text, then send it again.',
  },
  'character not in the alphabet': {
    meaning:
      'The text has a character that the carrier’s alphabet lacks, so the message was not submitted.',
    advice:
      'Remove unusual characters such as €, or ask the operator of this installation for another route.',
  },
  'no answer from the carrier': {
    meaning: 'The carrier did not respond. The message may have been sent, so we do not retry it.',
    advice: advice.doNotRepeat,
  },
  'no carrier connected': {
    meaning: 'No carrier was connected. The message is retried until it expires.',
    advice: advice.wait,
  },
  'its outcome could not be recorded': {
    meaning:
      'The message was sent to a carrier, but the carrier’s response could not be recorded, so we do not retry it.',
    advice: advice.doNotRepeat,
  },
  'the worker was lost while it was sent': {
    meaning: 'Sending was interrupted. The message may have been sent, so we do not retry it.',
    advice: advice.doNotRepeat,
  },
};

/** Meanings of a receipt's `stat:` (SMPP 3.4 appendix B). */
const receiptStatuses: Record<string, Explanation> = {
  DELIVRD: { meaning: 'The message was delivered to the phone.', advice: '' },
  ACCEPTD: { meaning: 'The operator accepted the message.', advice: '' },
  ENROUTE: { meaning: 'The message is on its way.', advice: '' },
  SCHEDULED: { meaning: 'The operator will deliver the message later.', advice: '' },
  UNDELIV: { meaning: 'The operator could not deliver the message.', advice: advice.unreachable },
  EXPIRED: {
    meaning: 'The message expired before the phone could receive it.',
    advice: 'Send the message again when the phone is on and in reach.',
  },
  DELETED: { meaning: 'The operator deleted the message.', advice: advice.contactUs },
  REJECTD: {
    meaning: 'The operator rejected the message.',
    advice:
      'Check that the number is in service, and that header and template are active on your DLT portal. If they are, send us the message ID.',
  },
  UNKNOWN: {
    meaning: 'The operator reports the final status as unknown.',
    advice: advice.doNotRepeat,
  },
  SKIPPED: { meaning: 'The operator skipped the message.', advice: advice.sendAgain },
};

const receiptMeaning = (status: string): string =>
  receiptStatuses[status]?.meaning ?? `The operator reports the state ${status}.`;

/**
 * Describes a receipt.
 *
 * @param code the operator's error code
 * @param verdict the meaning of the code; null if unknown
 */
function receiptText(status: string, code: string | null, verdict: string | null): string {
  const meaning = receiptMeaning(status);
  const text = verdict === null ? undefined : verdictTexts.get(verdict);
  // Codes are padded with zeros; all zeros means no error.
  if (!code || /^0+$/.test(code)) return text ? `${meaning} ${text}` : meaning;
  return text ? `${meaning} ${text} (${code})` : `${meaning} Operator error code: ${code}.`;
}

const verdictTexts = new Map<string, string>(Object.entries(operatorVerdicts));

/** The meanings of a `command_status` that rejects a submit, with advice (SMPP 3.4 §5.1.3). */
const rejections: [advice: string, meanings: Record<number, string>][] = [
  ['Shorten the text, or send it as several messages.', { 1: 'the text is too long for it' }],
  [
    'Use one of your approved headers, and check on your DLT portal that the header is registered with this operator.',
    { 10: 'it does not accept the sender' },
  ],
  [
    'Check the number: it must be an Indian mobile number that is in service.',
    { 11: 'it does not accept the number' },
  ],
  [
    advice.sendAgain,
    {
      8: 'it had a system error',
      20: 'its queue was full',
      69: 'the submission failed',
      88: 'we exceeded its rate limit',
      100: 'temporary error at the receiving application',
      258: 'the type of service was not available',
    },
  ],
  [
    advice.unreachable,
    {
      101: 'permanent error at the receiving application',
      102: 'its receiving side rejected the message',
      254: 'it could not deliver the message',
      255: 'it did not say why',
    },
  ],
  [
    advice.compareIds,
    {
      192: 'it did not accept the optional fields, such as the DLT ones',
      193: 'it does not allow one of the optional fields',
      194: 'an optional field has the wrong length for it',
      195: 'a required optional parameter (such as a DLT TLV) is missing',
      196: 'it did not accept the value of an optional field, such as a DLT one',
    },
  ],
  [
    advice.contactUs,
    {
      4: 'our connection was not ready for sending',
      5: 'our connection was already bound',
      13: 'it rejected our bind request',
      14: 'it did not accept our password',
      15: 'it did not accept our system ID',
      21: 'it does not know the type of service',
      67: 'it does not accept this kind of message',
      72: 'it does not accept the type of the sender',
      73: 'it does not accept the numbering plan of the sender',
      80: 'it does not accept the type of the number',
      81: 'it does not accept the numbering plan of the number',
      83: 'it does not know the type of system',
      97: 'it did not accept the time of delivery',
      98: 'it did not accept the validity',
    },
  ],
];

const rejectionOf = new Map<number, Explanation>(
  rejections.flatMap(([advice, meanings]) =>
    Object.entries(meanings).map(([status, meaning]) => [Number(status), { meaning, advice }]),
  ),
);

/**
 * Describes a rejection.
 *
 * @param status as in the timeline, `0x0000000B`
 */
function refusalText(status: string): string {
  const meaning = rejectionOf.get(Number(status))?.meaning;
  return meaning
    ? `The carrier rejected the message: ${meaning}.`
    : `The carrier rejected the message with its own error code ${status}.`;
}

/**
 * Describes the reason of a message in plain words.
 *
 * @param reason as stored with the message
 */
export function reasonText(reason: string): string {
  const text = ownReasons[reason]?.meaning ?? blockedReason.exec(reason)?.[2];
  if (text) return text;
  const [, rejectedWith, ownText] = /^refused with (0x[0-9A-F]+)(?:: (.+))?$/.exec(reason) ?? [];
  if (ownText) return `The carrier rejected the message: ${ownText}`;
  if (rejectedWith) return refusalText(rejectedWith);
  const [, status, code, verdict, meaning] = receiptReason.exec(reason) ?? [];
  if (!status) return reason;
  if (meaning) return receiptText(status, null, null).replace(/\.$/, `: ${meaning}`);
  return receiptText(status, code ?? null, verdict ?? null);
}

/**
 * Describes the reason of a message for lists, which have room for about two lines.
 *
 * @param reason as stored with the message
 * @returns the code of the operator, carrier or DLT check, null if delivery itself recorded the reason; and one sentence about
 *   the most precise cause, without the advice that the page of the message gives
 */
export function briefReason(reason: string): { code: string | null; text: string } {
  const [, rejectedWith] = /^refused with (0x[0-9A-F]+)/.exec(reason) ?? [];
  const [, , , verdict = '', ownText] = receiptReason.exec(reason) ?? [];
  const text = (ownText ? undefined : verdictTexts.get(verdict)) ?? reasonText(reason);
  return {
    code: Object.hasOwn(ownReasons, reason) ? null : (rejectedWith ?? reason.replace(/:.*/, '')),
    text: /^.*?\.(?= [A-Z])/.exec(text)?.[0] ?? text,
  };
}

/**
 * Returns the advice for the sender about the reason of a message.
 *
 * @param reason as stored with the message
 * @returns an empty text if the sentence of `reasonText` already says it, or there is nothing to do
 */
export function adviceOf(reason: string): string {
  const own = ownReasons[reason];
  if (own) return own.advice;
  const [, code, detail] = blockedReason.exec(reason) ?? [];
  if (code === 'recipient_suppressed') {
    return 'Remove the number from your suppression list, but only if the recipient has asked for your messages again.';
  }
  if (code !== undefined) return adviceOfVerdict(code, detail);
  const [, rejectedWith] = /^refused with (0x[0-9A-F]+)/.exec(reason) ?? [];
  if (rejectedWith) return rejectionOf.get(Number(rejectedWith))?.advice ?? ownCode;
  const [, status, , verdict] = receiptReason.exec(reason) ?? [];
  // The verdict's sentence already says what to do.
  if (!status || (verdict !== undefined && verdictTexts.has(verdict))) return '';
  return receiptStatuses[status]?.advice ?? advice.contactUs;
}

const ownCode =
  'Send the message again later. If it fails again, send us the message ID, and we will ask the carrier what its code means.';

/**
 * The advice for a verdict of Dakiya's DLT check. The reason stores the verdict's code and position; the code's sentence
 * contains the advice.
 */
function adviceOfVerdict(code: string, detail: string | undefined): string {
  const text = Object.hasOwn(dltErrorTexts, code)
    ? dltErrorTexts[code as keyof typeof dltErrorTexts]
    : '';
  return text === detail ? '' : text;
}

/**
 * The catalogue of reasons in the documentation. DLT verdicts are not part of it, because the documentation lists them
 * elsewhere.
 */
export const reasonCatalogue: [reason: string, Explanation][] = [
  ...Object.entries(receiptStatuses).filter(([, { advice }]) => advice !== ''),
  ...[...rejectionOf]
    .toSorted(([one], [other]) => one - other)
    .map(([status, { advice }]): [string, Explanation] => {
      const code = `0x${status.toString(16).toUpperCase().padStart(8, '0')}`;
      return [`refused with ${code}`, { meaning: refusalText(code), advice }];
    }),
  ...Object.entries(ownReasons),
];

/** The reason of a message that our check does not allow to be sent, or not yet: a code, and the sentence to show. */
const blockedReason = /^(dlt_[a-z_]+|sender_not_registered|recipient_suppressed): (.+)$/;

/** The status and error code of a receipt, its verdict, and the meaning of the error code in the carrier's profile. */
const receiptReason = /^([A-Z]+|\d+)(?: ([\w-]+))?(?:: ((?:dlt|operator)_[a-z_]+))?(?:: (.+))?$/;

/**
 * The verdict of DLT that a reason names.
 *
 * @param reason as stored with the message
 * @returns null if the reason names no documented verdict
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
      return status ? refusalText(status) : 'The carrier rejected the message.';
    case 'unanswered':
      return 'The message was sent to the carrier, which did not respond.';
    case 'not_sent':
      return 'The connection to the carrier was lost before the message was sent. The message will be retried.';
    case 'receipt':
      return status
        ? receiptText(status, errorCode, verdict?.code ?? null)
        : 'The operator sent a receipt.';
    case 'expired':
      return 'The message expired.';
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
