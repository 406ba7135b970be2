import { redirectWithToast } from '#app/session/toast.server.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

type Options = {
  /** The page of the form. */
  to: string;
  /** The toast's title for any error. */
  fallback: string;
};

/**
 * Processes a form without fields. Turns an error into a toast on the form's page.
 *
 * @throws Response, such as the redirect with an error's toast
 * @throws DomainError `reauthentication_required`
 * @throws the database's error while it is unavailable, because the page could not be shown either
 */
export async function orToast<T = Response>(
  { to, fallback }: Options,
  carryOut: () => Promise<T>,
): Promise<T> {
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof Response || isDatabaseUnavailable(error)) throw error;
    const known = error instanceof DomainError;
    if (known && error.code === 'reauthentication_required') throw error;
    if (!known) logger.error({ error, to }, 'form action failed');
    const message = known ? { message: sentenceForPeople(error) } : {};
    throw await redirectWithToast(to, { type: 'error', title: fallback, ...message });
  }
}
