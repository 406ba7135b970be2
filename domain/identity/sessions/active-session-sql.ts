/**
 * SQL condition: the session has not expired.
 *
 * @param table the statement's alias of `sessions`
 * @param now the parameter with the current time
 */
export const activeSessionSql = (table: string, now: string) => `${table}.expires_at > ${now}`;
