/** The content of an email before the layout. All texts are plain text. */
export type EmailContent = {
  subject: string;
  /** The name in the greeting; empty for none. */
  name: string;
  heading: string;
  paragraphs: string[];
  /** The button. */
  action?: { label: string; href: string };
  /** Paragraphs below the button. */
  afterwards?: string[];
};

/** The footer of every email. */
export type EmailFooterInfo = {
  /** URL of the site, without a trailing slash. */
  site: string;
  /** Email address of support. */
  support: string;
};

/** Text that email clients turn into a link. */
export const linkLike = /:\/\/|\bwww\.|\w\.\w{2,}/i;

/**
 * The first line of an email. Anyone can sign up with another person's address: a name that looks like
 * a link is left out, so that spammers cannot send links through us.
 */
export function greetingLine(name: string): string {
  const plain = name.replace(/\s+/g, ' ').trim();
  return plain === '' || linkLike.test(plain) ? 'Hello,' : `Hello ${plain},`;
}

/**
 * The name for the greeting. Anyone can sign up with another person's address, who must not see a name
 * that they did not choose; so it is empty until the address is confirmed.
 */
export const emailGreetingName = (user: { name: string; emailConfirmedAt: Date | null }): string =>
  user.emailConfirmedAt ? user.name : '';
