import type { ActionFunction, AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { logger } from '#platform/logger.ts';
import { count, defineSettings } from '#platform/settings.ts';

const formSettings = defineSettings({ FORMS_PER_MINUTE: count.default(300) });

const forms = createRateLimiter('forms', {
  points: () => formSettings.FORMS_PER_MINUTE,
  seconds: 60,
});

const retryAfterSeconds = 2;

/**
 * Wraps every loader and action of a page, so that none is forgotten:
 * - Forms have a rate limit by client address. Actions may also have separate, stricter limits.
 * - While the database is unavailable, pages respond with 503 and `Retry-After`, like the API. Queries need no separate
 *   handling. Other 503 responses of pages get the header too.
 */
export function guardRoutes(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    // The API is not wrapped: it has its own limits by key (`app/api/pipeline`), and reports all errors in its envelope
    // (`app/api/respond.server.ts`).
    if (!route || id.startsWith('routes/api.')) return [id, route] as const;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: unlessLimited(withUnavailable(loader)) }),
      ...(action && { action: limited(withUnavailable(action)) }),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** @throws Response 429, which the page shows */
function limited(action: ActionFunction): ActionFunction {
  return async (args) => {
    const { allowed, resetSeconds } = await forms.consume(args.context.clientAddress ?? '');
    if (allowed) return action(args);
    args.context.retryAfter?.(resetSeconds);
    args.context.formRefused = true;
    throw tooMany();
  };
}

/** Remix runs the frame's loaders to show the error inside the frame. They must not load anything either. */
function unlessLimited(loader: LoaderFunction): LoaderFunction {
  return async (args) => {
    if (args.context.formRefused) throw tooMany();
    return loader(args);
  };
}

const tooMany = () =>
  new Response('Too many forms were sent from your address. Please wait a minute.', {
    status: 429,
  });

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

/**
 * If the error means that the database is unavailable, returns DomainError `unavailable`. Returns any other error
 * unchanged.
 */
export function asUnavailable(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  logger.warn({ error }, 'PostgreSQL unavailable');
  return new DomainError('unavailable', { retryAfterSeconds, cause: error });
}
