/** What stands in place of what must not be written down. */
export const censor = '•••';

/** What may not be in a log wherever it stands, also within the message of somebody else's error. */
const secret: RegExp[] = [
  // API keys.
  /\bsk_[A-Za-z0-9_-]{8,}/g,
  // Tokens of sessions and mailed links: 256 bits in base64url.
  /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/g,
  // Users and passwords within addresses of servers.
  /(?<=:\/\/)[^\s/@"']+(?=@)/g,
  // What is sent along to say who it is (RFC 7617, RFC 6750).
  /(?<=\b(?:Basic|Bearer) )[A-Za-z0-9._~+/=-]{8,}/gi,
  // Mail addresses.
  /[\p{L}\p{N}._%+-]+@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
  // Indian mobile numbers, however they are written.
  /(?<![\d.])(?:\+?91|0091|0)?[ -]?[6-9]\d{4}[ -]?\d{5}(?![\d.])/g,
];

/** Text without what can be told to be a secret, a mail address or a phone number by its form. */
export const scrub = (text: string): string =>
  secret.reduce((left, pattern) => left.replace(pattern, censor), text);
