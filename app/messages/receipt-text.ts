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
 * Ranges of India's DLT error codes, and what they are about. Operators assign the codes within a range;
 * their documentation has the exact case.
 */
const dlt: [from: number, to: number, about: string][] = [
  [600, 605, 'the principal entity'],
  [610, 613, 'the telemarketer'],
  [614, 618, 'the chain of entity and telemarketers'],
  [620, 620, 'the sender, which is not registered'],
  [621, 621, 'the sender, which is not active'],
  [622, 622, 'the sender, which is blacklisted'],
  [623, 623, 'the sender, which belongs to another entity'],
  [624, 625, 'the sender, which is suspended'],
  [630, 630, 'the template, which is not registered'],
  [631, 631, 'the template, which is not active'],
  [632, 632, 'the template, which is blacklisted'],
  [651, 651, 'the hour, at which no promotions may be sent'],
  [633, 679, 'the template, the consent or the preference of the recipient'],
];

/**
 * Describes a receipt.
 *
 * @param code the operator's error code
 */
export function receiptText(status: string, code: string | null): string {
  const meaning = meanings[status] ?? `The operator says ${status}.`;
  // Codes are padded with zeros; all zeros means no error.
  if (!code || /^0+$/.test(code)) return meaning;
  const about = describeDltCode(code);
  return about
    ? `${meaning} DLT rejected it (${code}): the problem is ${about}.`
    : `${meaning} Operator error code: ${code}.`;
}

function describeDltCode(code: string): string | undefined {
  if (!/^\d{3}$/.test(code)) return undefined;
  const number = Number(code);
  return dlt.find(([from, to]) => number >= from && number <= to)?.[2];
}
