/** The prefix of pseudonyms. No phone number begins like this. */
export const pseudonymPrefix = 'erased_';

/** Whether the recipient of a message has been erased and replaced by a pseudonym. */
export const isErased = (recipient: string): boolean => recipient.startsWith(pseudonymPrefix);

/** The value of `requestedBy` if the operator repeated an erasure after a restore of an older backup. */
export const repeatedByRestore = 'restore';
