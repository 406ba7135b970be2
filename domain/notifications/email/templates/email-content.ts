/** What a letter says, before it is laid out. All of it is plain text. */
export type EmailContent = {
  subject: string;
  /** Whom it greets, as they call themselves; empty for whoever is not to be called by name. */
  name: string;
  heading: string;
  paragraphs: string[];
  /** The one thing to do, as a button. */
  action?: { label: string; href: string };
  /** What stands below the button. */
  afterwards?: string[];
};

/** What stands in every letter. */
export type EmailFooterInfo = {
  /** Address of the site, without a slash at its end. */
  site: string;
  /** Address of support. */
  support: string;
};
