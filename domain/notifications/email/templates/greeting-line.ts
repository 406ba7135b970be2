/** Text that email clients turn into a link. */
export const linkLike = /:\/\/|\bwww\.|\w\.\w{2,}/i;

/**
 * The first line of an email. Anyone can sign up with a stranger's address: a name that looks like
 * a link is left out, so that spammers cannot send links through us.
 */
export function greetingLine(name: string): string {
  const plain = name.replace(/\s+/g, ' ').trim();
  return plain === '' || linkLike.test(plain) ? 'Hello,' : `Hello ${plain},`;
}

/**
 * The name for the greeting. Anyone can sign up with a stranger's address, who must not see a name
 * that somebody else chose; so it is empty until the address is confirmed.
 */
export const emailGreetingName = (user: { name: string; emailConfirmedAt: Date | null }): string =>
  user.emailConfirmedAt ? user.name : '';
