const speaksOfCode = /\b(?:otp|code|pin|passcode|verif\w*|password)\b|कोड|ओटीपी/i;

/** Four to eight digits that are not part of an amount, a date or a longer number. */
const aloneDigits = /(?<!\d[.,/-]?|[₹$€]\s?|\b(?:rs|inr)\.?\s?)\b\d{4,8}\b(?![.,/-]?\d)/i;

/** Finds the one-time code in a text; null if the text is not about a code. */
export function findOtp(text: string): { start: number; code: string } | null {
  if (!speaksOfCode.test(text)) return null;
  const match = aloneDigits.exec(text);
  return match && { start: match.index, code: match[0] };
}
