import { operatorVerdicts } from '#domain/messaging/dlt/operator-verdicts/operator-verdicts.browser.ts';

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
 * @param verdict what the code says; null if it is not known
 */
export function receiptText(status: string, code: string | null, verdict: string | null): string {
  const meaning = meanings[status] ?? `The operator says ${status}.`;
  const text = verdict === null ? undefined : verdictTexts.get(verdict);
  // Codes are padded with zeros; all zeros means no error.
  if (!code || /^0+$/.test(code)) return text ? `${meaning} ${text}` : meaning;
  return text ? `${meaning} ${text} (${code})` : `${meaning} Operator error code: ${code}.`;
}

const verdictTexts = new Map<string, string>(Object.entries(operatorVerdicts));
