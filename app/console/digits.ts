/** Digits of an Indian mobile number, and the most that a code has. */
export const maxPhone = 10;
const maxOtp = 6;

/** Characters that a code may be pasted with: a browser cuts there, before its digits are taken. */
export const maxPasted = 40;

const digits = (typed: string) => typed.replaceAll(/\D/g, '');

/** The digits of a number as it is typed, or as it is pasted with its prefix. */
export function phoneDigits(typed: string): string {
  const all = digits(typed);
  const bare =
    typed.trim().startsWith('+') || all.length > maxPhone ? all.replace(/^(0091|91|0)/, '') : all;
  return bare.slice(0, maxPhone);
}

/** The digits of a code, also of one that is pasted with spaces, dashes or letters. */
export const otpDigits = (typed: string): string => digits(typed).slice(0, maxOtp);
