/** The state of one segment in a receipt; `enroute` is not final. */
export type ReceiptState = 'enroute' | 'delivered' | 'undelivered';

/**
 * Status texts of `message_state` (SMPP 3.4 §5.2.28) by number, as `stat:` writes them (appendix B). 0 and 9 are from SMPP
 * 5.0.
 */
const statusTexts = [
  ...['SCHEDULED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED'],
  ...['UNDELIV', 'ACCEPTD', 'UNKNOWN', 'REJECTD', 'SKIPPED'],
];

/** The status text of a message_state; the number itself if the specification has none. */
export function messageStateName(messageState: number): string {
  return statusTexts[messageState] ?? String(messageState);
}

/**
 * Carriers' words for states: those of SMPP 3.4 (appendix B), in full, and common misspellings. UNKNOWN is final: the
 * carrier will not learn more. Words that are not listed here are not final, unless the carrier's `receiptStates` have
 * them.
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
  ...toEntries('undelivered', ['EXPIRED', 'EXPIRD', 'DELETED', 'DELETD', 'UNKNOWN']),
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

/** @param own words of the carrier, in capitals, which take precedence */
export function toReceiptState(
  status: string,
  own: Readonly<Record<string, ReceiptState>> = {},
): ReceiptState {
  return own[status] ?? knownStates[status] ?? 'enroute';
}

/** Whether a word, in capitals, names a state. */
export const isStateName = (word: string): boolean => Object.hasOwn(knownStates, word);
