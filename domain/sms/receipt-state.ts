/** The state of a segment according to a receipt. `enroute` is not final. */
export type ReceiptState = 'enroute' | 'delivered' | 'undelivered';

/**
 * The status text for each number of `message_state` (SMPP 3.4 §5.2.28), in the form that `stat:` has in receipts (appendix
 * B). 0 and 9 are from SMPP 5.0.
 */
const statusTexts = [
  ...['SCHEDULED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED'],
  ...['UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD', 'SKIPPED'],
];

/** Returns the status text of a `message_state`; the number itself if the specification has no text for it. */
export function messageStateName(messageState: number): string {
  return statusTexts[messageState] ?? String(messageState);
}

/**
 * The words that carriers use for states: the abbreviations of SMPP 3.4 (appendix B), their full forms, and common
 * misspellings. UNKNOWN is final, because the carrier gets no further information. SKIPPED is final by SMPP 5.0 (§4.7.15). A
 * word that is not listed here is not final, unless the carrier's `receiptStates` lists it.
 */
const knownStates: Record<string, ReceiptState> = {
  ...toEntries('delivered', ['DELIVRD', 'DELIVERED', 'DELIVERD', 'DELIVRED', 'DELIVERY', 'DELVRD']),
  ...toEntries('delivered', ['DLVRD', 'DELIV']),
  ...toEntries('undelivered', [
    'UNDELIV',
    'UNDELIVERABLE',
    'UNDELIVERED',
    'UNDELIVRD',
    'UNDELIVERD',
  ]),
  ...toEntries('undelivered', ['UNDELIVERABL', 'UNDLVRD', 'NOTDELIVERED', 'UNDELIVER']),
  ...toEntries('undelivered', ['EXPIRED', 'EXPIRD', 'DELETED', 'DELETD', 'UNKNOWN', 'SKIPPED']),
  ...toEntries('undelivered', [
    'REJECTD',
    'REJECTED',
    'REJECT',
    'REJCTD',
    'FAILED',
    'FAIL',
    'FAILURE',
  ]),
  ...toEntries('enroute', [
    'ENROUTE',
    'ACCEPTD',
    'ACCEPTED',
    'BUFFRED',
    'BUFFERD',
    'BUFFERED',
    'ACKED',
  ]),
  ...toEntries('enroute', ['SCHEDULED', 'PENDING', 'SUBMITTED', 'QUEUED', 'RETRYING']),
};

function toEntries(state: ReceiptState, words: string[]): Record<string, ReceiptState> {
  return Object.fromEntries(words.map((word) => [word, state]));
}

/** Converts the status text of a receipt to a state. @param own words of the carrier, in capitals, which take precedence */
export function toReceiptState(
  status: string,
  own: Readonly<Record<string, ReceiptState>> = {},
): ReceiptState {
  return own[status] ?? knownStates[status] ?? 'enroute';
}

/** Whether the meaning of a status text is unknown: it is neither a known name nor one of the carrier's words. */
export const isUnknownState = (
  status: string,
  own: Readonly<Record<string, ReceiptState>>,
): boolean => !isStateName(status) && !Object.hasOwn(own, status);

/** Whether a word in capitals is a known name of a state. */
export const isStateName = (word: string): boolean => Object.hasOwn(knownStates, word);
