const speaksOfCode = /\b(?:otp|code|pin|passcode|verif\w*|password)\b|कोड|ओटीपी/i;

/** Four to eight digits that are no amount and no part of a date or a longer number. */
const aloneDigits = /(?<!\d[.,/-]?|[₹$€]\s?|\b(?:rs|inr)\.?\s?)\b\d{4,8}\b(?![.,/-]?\d)/i;

/** Where in a text the one-time code stands, or null if it is no text about a code. */
export function findOtp(text: string): { start: number; code: string } | null {
  if (!speaksOfCode.test(text)) return null;
  const match = aloneDigits.exec(text);
  return match && { start: match.index, code: match[0] };
}
