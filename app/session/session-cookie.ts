/** Name of the cookie that holds the session's token. */
export const sessionCookie = 'sid';
