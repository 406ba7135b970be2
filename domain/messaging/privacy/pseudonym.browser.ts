/** The prefix of pseudonyms; no number has it. */
export const pseudonymPrefix = 'erased_';

/** Whether the recipient of a message is a pseudonym, that is, has been erased. */
export const isErased = (recipient: string): boolean => recipient.startsWith(pseudonymPrefix);
