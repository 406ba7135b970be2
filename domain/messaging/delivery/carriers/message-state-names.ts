import type { ReceiptState } from './contract.ts';

/**
 * Status texts of `message_state` (SMPP 3.4 §5.2.28) by number, as `stat:` writes them (appendix
 * B). 0 and 9 are from SMPP 5.0.
 */
const statusTexts = [
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

/** The status text of a message_state; the number itself if the specification has none. */
export function messageStateName(messageState: number): string {
  return statusTexts[messageState] ?? String(messageState);
}

/** Maps a status text; carriers' own ones (`BUFFRED`, `ACKED` …) are not final. */
export function toReceiptState(status: string): ReceiptState {
  if (status === 'DELIVRD') return 'delivered';
  return failures.has(status) ? 'undelivered' : 'enroute';
}
