/** What stands in place of what must not be written down. */
export const redactedMark = '•••';

/** What may not be in a log wherever it stands, also within the message of somebody else's error. */
const secrets: { form: RegExp; with?: string }[] = [
  // API keys.
  { form: /\bsk_[A-Za-z0-9_-]{8,}/g },
  // Tokens of sessions and mailed links: 256 bits in base64url.
  { form: /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g },
  // Users and passwords within addresses of servers.
  { form: /(?<=:\/\/)[^\s/@"']+(?=@)/g, with: '@' },
  // What is sent along to say who it is (RFC 7617, RFC 6750).
  { form: /(?<=\b(?:Basic|Bearer) )[A-Za-z0-9._~+/=-]{8,}/gi },
  // Mail addresses. The look behind it keeps the time in proportion to the text.
  {
    form: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
    with: '@',
  },
  // Indian mobile numbers, however they are written: no part of an id or of a decimal, and no number of JSON's.
  { form: /(?<![\dA-Za-z]|\d\.|":)(?:\+?91|0091|0)?[ -]?[6-9]\d{4}[ -]?\d{5}(?![\dA-Za-z]|\.\d)/g },
];

/** Text without what can be told to be a secret, a mail address or a phone number by its form. */
export function redactText(text: string): string {
  let left = text;
  for (const secret of secrets) {
    // Most lines have none, and each is looked through on the way of a request.
    if (!secret.with || left.includes(secret.with)) left = left.replace(secret.form, redactedMark);
  }
  return left;
}
