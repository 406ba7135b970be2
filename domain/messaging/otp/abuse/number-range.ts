/** Digits at the end that a run of numbers counts through: there are ten thousand in one. */
const runDigits = 4;

/** What all numbers of a run begin with, of a number in E.164. */
export const numberRangeOf = (recipient: string) => recipient.slice(0, -runDigits);
