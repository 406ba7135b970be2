/** Replaces secrets in the log. */
export const redactedMark = '•••';

/** Patterns that must not be logged anywhere, including the messages of foreign errors. */
const secrets: { form: RegExp; with?: string }[] = [
  // API keys.
  { form: /\bsk_[A-Za-z0-9_-]{8,}/g },
  // Session tokens and tokens of emailed links: 256 bits in base64url.
  { form: /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g },
  // Credentials in URLs.
  { form: /(?<=:\/\/)[^\s/@"']+(?=@)/g, with: '@' },
  // Credentials of Authorization headers (RFC 7617, RFC 6750).
  { form: /(?<=\b(?:Basic|Bearer) )[A-Za-z0-9._~+/=-]{8,}/gi },
  // Email addresses. The lookbehind keeps the time linear in the length of the text.
  {
    form: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
    with: '@',
  },
  // Indian mobile numbers in any notation, unless part of an id, a decimal, or a JSON number.
  { form: /(?<![\dA-Za-z]|\d\.|":)(?:\+?91|0091|0)?[ -]?[6-9]\d{4}[ -]?\d{5}(?![\dA-Za-z]|\.\d)/g },
];

/** Redacts secrets, email addresses and phone numbers that can be recognized by their form. */
export function redactText(text: string): string {
  let left = text;
  for (const secret of secrets) {
    // Most lines contain none, and every line of a request is checked.
    if (!secret.with || left.includes(secret.with)) left = left.replace(secret.form, redactedMark);
  }
  return left;
}
