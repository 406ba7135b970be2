import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';

const findSql = 'SELECT id FROM users WHERE id = $1 OR email_key = lower($1) LIMIT 1';

/**
 * Finds an account by its id or email address.
 *
 * @throws DomainError `not_found`
 */
export async function findAccountId(given: string): Promise<string> {
  const [found] = await query<{ id: string }>('find-account-id', findSql, [given.trim()]);
  if (found) return found.id;
  throw new DomainError('not_found', { message: `There is no account ${given}.` });
}
