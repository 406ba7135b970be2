import type { ActionFunction, AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';

const retryAfterSeconds = 2;

/**
 * Converts an error that the database threw because it is unavailable to `unavailable`, and returns any
 * other error unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  logger.warn({ error }, 'PostgreSQL unavailable');
  return new DomainError('unavailable', { retryAfterSeconds, cause: error });
}

/**
 * Wraps every loader and action of a page, so that pages respond with 503 and `Retry-After` while the database is
 * unavailable, like the API. Queries need no separate handling. Other 503 responses of pages get the header too.
 */
export function answerUnavailable(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    // `app/api/respond.server.ts` does the same for the API, in its envelope.
    if (!route || id.startsWith('routes/api.')) return [id, route] as const;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: withUnavailable(loader) }),
      ...(action && { action: withUnavailable(action) }),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** @throws Response 503, which the page shows */
function withUnavailable<F extends LoaderFunction | ActionFunction>(handle: F): F {
  const wrapped = async (args: Parameters<F>[0]) => {
    try {
      const result = await handle(args as Parameters<LoaderFunction>[0]);
      if (statusOf(result) === 503) setRetryAfter(args.context);
      return result;
    } catch (thrown) {
      if (thrown instanceof Response || thrown instanceof DomainError) throw thrown;
      const error = asUnavailable(thrown);
      if (!(error instanceof DomainError)) throw error;
      setRetryAfter(args.context);
      throw new Response(sentenceForPeople(error), { status: 503 });
    }
  };
  return wrapped as F;
}

const setRetryAfter = (context: AppLoadContext) => context.retryAfter?.(retryAfterSeconds);

/** The status of a `Response` or of the result of `data()`; undefined for anything else. */
function statusOf(result: unknown): number | undefined {
  if (result instanceof Response) return result.status;
  if (typeof result !== 'object' || result === null || !('init' in result)) return undefined;
  return (result.init as ResponseInit | null)?.status;
}
