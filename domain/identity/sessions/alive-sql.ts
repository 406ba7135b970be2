/**
 * Whether a session is not over, for statements that look through many sessions at once.
 *
 * @param table the name that the statement gives to `sessions`
 * @param now the parameter that has the time
 */
export const sessionIsAlive = (table: string, now: string) => `${table}.expires_at > ${now}`;
