/** Trailing digits that a number range covers: ten thousand numbers. */
const rangeDigits = 4;

/** The prefix that all numbers of a range share. @param recipient in E.164 */
export const toNumberRange = (recipient: string) => recipient.slice(0, -rangeDigits);
