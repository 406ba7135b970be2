/** What is written to a user. */
export type MailKind = 'welcome' | 'reset_password' | 'password_changed';

/** A letter, ready to be handed in. */
export type Letter = { to: string; subject: string; text: string; html: string };
