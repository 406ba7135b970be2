/**
 * Normalizes a number as typed: `+91 98765-43210`, `098765 43210`, or part of it. Ten digits of a mobile
 * number get the country code.
 */
export function normalizeDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return /^[6-9]\d{9}$/.test(digits) ? `91${digits}` : digits;
}

/** Formats `919876543210` as `+91 98765 43210`; numbers of other countries only get a plus. */
export function displayNumber(number: string): string {
  const indian = /^91(\d{5})(\d{5})$/.exec(number);
  return indian ? `+91 ${indian[1]} ${indian[2]}` : `+${number}`;
}
