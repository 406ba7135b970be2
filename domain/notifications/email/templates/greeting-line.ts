/** What a mail program would turn into a link. */
const linkLike = /:\/\/|\bwww\.|\w\.\w{2,}/i;

/**
 * The first line of a letter. Anybody can sign up with anybody's address: a name that reads like a
 * link is left out, so that nobody can have us mail theirs.
 */
export function greetingLine(name: string): string {
  const plain = name.replace(/\s+/g, ' ').trim();
  return plain === '' || linkLike.test(plain) ? 'Hello,' : `Hello ${plain},`;
}

/**
 * The name that a letter greets its reader by. Anybody can sign up with anybody's address: strangers
 * are not to read what was chosen as a name, so it is empty until the address is confirmed.
 */
export const emailGreetingName = (user: { name: string; emailConfirmedAt: Date | null }): string =>
  user.emailConfirmedAt ? user.name : '';
