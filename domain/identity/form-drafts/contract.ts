/** Long enough to sign in, and not longer: what was typed is nobody else's business. */
export const draftTtlMs = 10 * 60 * 1_000;

/** The longest that is kept of one form, in bytes of UTF-8. */
export const maxDraftBytes = 64 * 1024;

/** Forms of one user that are kept at once; of more, the newest. */
export const maxDraftsPerUser = 5;
