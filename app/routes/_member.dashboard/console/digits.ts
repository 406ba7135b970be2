/** Digits of an Indian mobile number, and the most that a code has. */
export const maxPhone = 10;
export const maxOtp = 6;

const digits = (typed: string) => typed.replaceAll(/\D/g, '');

/** The digits of a number as it is typed, or as it is pasted with its prefix. */
export function phoneDigits(typed: string): string {
  const all = digits(typed);
  const bare =
    typed.trim().startsWith('+') || all.length > maxPhone ? all.replace(/^(0091|91|0)/, '') : all;
  return bare.slice(0, maxPhone);
}

/** The digits of a code. */
export const otpDigits = (typed: string): string => digits(typed).slice(0, maxOtp);
