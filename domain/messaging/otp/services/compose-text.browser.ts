/** The text of a service for which none is given. An account with a header of its own gets that of a fitting template. */
export const defaultText = '{code} is your {name} verification code. Do not share it with anyone.';

/** Of a service. */
type Wording = { name: string; text: string; appHash: string | null; webDomain: string | null };

/**
 * The text of a service's message. The line for browsers is the last one (https://wicg.github.io/sms-one-time-codes); Android
 * wants its hash in the text, at the end where there is no such line
 * (https://developers.google.com/identity/sms-retriever/verify).
 */
export function composeText({ name, text, appHash, webDomain }: Wording, code: string): string {
  // In one go: a name may be `{code}`. By a function: a replacement text would take `$&` in a name for the match.
  const body = text.replace(/\{(name|code)\}/g, (_, slot) => (slot === 'name' ? name : code));
  const lines = [body];
  if (appHash !== null) lines.push(appHash);
  if (webDomain !== null) lines.push(`@${webDomain} #${code}`);
  return lines.join('\n');
}

/** What Android's SMS Retriever reads, in octets of UTF-8. */
export const maxRetrieverOctets = 140;
