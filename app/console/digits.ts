/** Digits of an Indian mobile number, and the maximum of a code. */
export const maxPhoneDigits = 10;
const maxOtpDigits = 6;

/** Maximum length of a pasted code: a browser cuts longer text before its digits are extracted. */
export const maxPastedLength = 40;

const digits = (typed: string) => typed.replaceAll(/\D/g, '');

/** The digits of a phone number, without the prefix with which it may be pasted. */
export function phoneDigits(typed: string): string {
  const all = digits(typed);
  const withoutPrefix =
    typed.trim().startsWith('+') || all.length > maxPhoneDigits
      ? all.replace(/^(0091|91|0)/, '')
      : all;
  return withoutPrefix.slice(0, maxPhoneDigits);
}

/** The digits of a code, even if it was pasted with spaces, dashes or letters. */
export const otpDigits = (typed: string): string => digits(typed).slice(0, maxOtpDigits);
