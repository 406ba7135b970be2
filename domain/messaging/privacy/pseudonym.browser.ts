/** What a pseudonym begins with; no number does. */
export const pseudonymPrefix = 'erased_';

/** Whether the recipient of a message is erased: what stands there is a pseudonym. */
export const isErased = (recipient: string): boolean => recipient.startsWith(pseudonymPrefix);
