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
