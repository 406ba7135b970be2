import { redirectWithToast } from '#app/session/toast.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

type Options = {
  /** The page that the form is on. */
  to: string;
  /** What failed, in a sentence. */
  fallback: string;
};

/**
 * Carries out a form without fields. If it fails, its page says so in a toast, as no field can.
 *
 * @throws Response; DomainError `reauthentication_required`; what the database throws while it is away, as then there
 *   is no page to lead to
 */
export async function orToast(
  { to, fallback }: Options,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  try {
    return await carryOut();
  } catch (error) {
    if (error instanceof Response || isDatabaseUnavailable(error)) throw error;
    const known = error instanceof DomainError;
    if (known && error.code === 'reauthentication_required') throw error;
    if (!known) logger.error({ error, to }, 'form action failed');
    const message = known ? { message: error.message } : {};
    return redirectWithToast(to, { type: 'error', title: fallback, ...message });
  }
}
