/**
 * The default text of a service. If an account has an approved header, and none of its templates matches this text, a new
 * service gets the text of the account's template for codes.
 */
export const defaultText = '{code} is your {name} verification code. Do not share it with anyone.';

/** The fields of a service that determine its text. */
type Wording = { name: string; text: string; appHash: string | null; webDomain: string | null };

/**
 * Composes the text of a service's message. The line for browsers must be the last line
 * (https://wicg.github.io/sms-one-time-codes). Android requires the app hash in the text; the hash has a separate line before
 * the last (https://developers.google.com/identity/sms-retriever/verify).
 */
export function composeText({ name, text, appHash, webDomain }: Wording, code: string): string {
  // Replaces both slots in one pass, because the name itself may be `{code}`. The replacement is a function, because `$&` in
  // a string would stand for the match.
  const body = text.replace(/\{(name|code)\}/g, (_, slot) => (slot === 'name' ? name : code));
  const lines = [body];
  if (appHash !== null) lines.push(appHash);
  if (webDomain !== null) lines.push(`@${webDomain} #${code}`);
  return lines.join('\n');
}

/** The maximum length of a text for Android's SMS Retriever, in bytes of UTF-8. */
export const maxRetrieverOctets = 140;
