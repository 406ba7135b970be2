/** Name of the cookie with the session token. */
export const sessionCookie = 'sid';
