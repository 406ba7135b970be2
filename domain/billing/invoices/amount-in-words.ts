const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven'],
  ...['Twelve', 'Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

/** Indian number groups, largest first. */
const groups = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** A whole number in words as they are counted in India, such as `One Lakh Two Thousand Five`. */
function numberInWords(number: number): string {
  for (const [size, name] of groups) {
    if (number < size) continue;
    const rest = numberInWords(number % size);
    return `${numberInWords(Math.floor(number / size))} ${name}${rest && ` ${rest}`}`;
  }
  if (number < 20) return small[number] ?? '';
  const one = small[number % 10];
  return `${tens[Math.floor(number / 10)]}${one && `-${one}`}`;
}

/** An amount in words, such as `Rupees Nine Hundred Ninety-Nine and Fifty Paise Only`. */
export function amountInWords(paise: number): string {
  const rupees = numberInWords(Math.floor(paise / 100)) || 'Zero';
  const rest = numberInWords(paise % 100);
  return `Rupees ${rupees}${rest && ` and ${rest} Paise`} Only`;
}
