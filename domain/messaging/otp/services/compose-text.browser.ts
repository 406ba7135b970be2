/** The default text of a service. An account with an approved header gets the text of a matching template instead. */
export const defaultText = '{code} is your {name} verification code. Do not share it with anyone.';

/** The fields of a service that determine its text. */
type Wording = { name: string; text: string; appHash: string | null; webDomain: string | null };

/**
 * The text of a service's message. The line for browsers is the last one (https://wicg.github.io/sms-one-time-codes);
 * Android requires its hash in the text, at the end if there is no such line
 * (https://developers.google.com/identity/sms-retriever/verify).
 */
export function composeText({ name, text, appHash, webDomain }: Wording, code: string): string {
  // Both are replaced in one pass, because a name may be `{code}`. A function gives the replacement, because `$&` in a
  // string would mean the match.
  const body = text.replace(/\{(name|code)\}/g, (_, slot) => (slot === 'name' ? name : code));
  const lines = [body];
  if (appHash !== null) lines.push(appHash);
  if (webDomain !== null) lines.push(`@${webDomain} #${code}`);
  return lines.join('\n');
}

/** The limit of Android's SMS Retriever, in octets of UTF-8. */
export const maxRetrieverOctets = 140;
