/** The normalized address, by which accounts are unique. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
