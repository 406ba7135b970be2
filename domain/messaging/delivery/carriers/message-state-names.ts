import type { ReceiptState } from './contract.ts';

/**
 * The words of `message_state` (SMPP 3.4 §5.2.28) by number, as `stat:` writes them (appendix B).
 * 0 and 9 are of SMPP 5.0.
 */
const words = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
];

/** UNKNOWN is final: the carrier will not learn more. */
const failures = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'UNKNOWN', 'REJECTD']);

/** The word for a message_state; the number itself if the specification gives it none. */
export function messageStateName(messageState: number): string {
  return words[messageState] ?? String(messageState);
}

/** What a word says; those of carriers' own making (`BUFFRED`, `ACKED` …) are not final. */
export function toReceiptState(word: string): ReceiptState {
  if (word === 'DELIVRD') return 'delivered';
  return failures.has(word) ? 'undelivered' : 'enroute';
}
