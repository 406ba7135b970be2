/** The form in which two spellings of one address are the same: an address is unique by it. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
