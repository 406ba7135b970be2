import type { TimelineEvent } from './contract.ts';
import { receiptText } from './receipt-text.ts';
import { refusalText } from './refusal-text.ts';

/** Reasons of our own making, as delivery writes them. */
const ours: Record<string, string> = {
  'validity period over': 'It expired before a carrier accepted all of its segments.',
  'could not be encoded': 'No carrier could be given this text.',
  'no answer from the carrier':
    'The carrier did not respond. The message may have been sent, so we do not retry it.',
  'no carrier connected': 'No carrier was connected. It is tried again while it is valid.',
  'the worker was lost while it was sent':
    'Sending was interrupted. It may have been sent, so it is not sent again by itself.',
};

/** The reason of a message, in plain words. @param reason as in the row */
export function reasonText(reason: string): string {
  const own = ours[reason];
  if (own) return own;
  const refused = /^refused with (0x[0-9A-F]+)$/.exec(reason)?.[1];
  if (refused) return refusalText(refused);
  const [, status, code] = /^([A-Z]+|\d+)(?: (\w+))?$/.exec(reason) ?? [];
  return status ? receiptText(status, code ?? null) : reason;
}

/** What happened in a step of the timeline, in plain words. */
export function timelineEventText({ event, status, errorCode }: TimelineEvent): string {
  switch (event) {
    case 'queued':
      return 'Accepted and stored.';
    case 'skipped':
      return 'This carrier was skipped because it was down or throttling.';
    case 'submitted':
      return 'The carrier took the segment.';
    case 'refused':
      return status ? refusalText(status) : 'The carrier refused it.';
    case 'unanswered':
      return 'It was handed to the carrier, and no answer came.';
    case 'not_sent':
      return 'The connection to the carrier was lost before the message was sent. It will be retried.';
    case 'receipt':
      return status ? receiptText(status, errorCode) : 'The operator sent a receipt.';
    case 'expired':
      return 'Its validity was over.';
  }
}
