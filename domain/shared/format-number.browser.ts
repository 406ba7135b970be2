// A formatter takes some 30 µs to make and less than one to use.
const whole = new Intl.NumberFormat('en-IN');
const withPaise = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Formats a number as India writes it, such as `1,00,000`. */
export const formatCount = (count: number) => whole.format(count);

/** Formats an amount with its paise, such as `₹1,999.00`. */
export const formatRupees = (paise: number) => `₹${withPaise.format(paise / 100)}`;

/** Formats a price such as `₹199`; paise only if there are any. */
export const formatPrice = (paise: number) =>
  paise % 100 === 0 ? `₹${whole.format(paise / 100)}` : formatRupees(paise);

/** Formats a share as `98.7%`. Never rounds up, so that 100% means all; `–` if there are none. */
export function formatShare(part: number, of: number): string {
  return of === 0 ? '–' : `${Math.floor((part * 1_000) / of) / 10}%`;
}
