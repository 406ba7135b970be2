const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount, such as ₹1,00,000.00.
 *
 * @param minor in paise or cents
 */
export function formatMoney(minor: number, currency = 'INR'): string {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-IN', { style: 'currency', currency });
  formats.set(currency, format);
  return format.format(minor / 100);
}
