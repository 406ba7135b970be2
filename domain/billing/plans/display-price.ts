/** A price for display, such as `₹199`; paise only where there are some. */
export function displayPrice(paise: number): string {
  const fractionDigits = paise % 100 === 0 ? 0 : 2;
  return `₹${(paise / 100).toLocaleString('en-IN', {
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  })}`;
}
