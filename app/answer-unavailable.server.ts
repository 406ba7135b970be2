import type { ActionFunction, AppLoadContext, LoaderFunction, ServerBuild } from '@remix-run/node';
import { DomainError } from '#domain/shared/errors.ts';
import { asUnavailable, retryAfterSeconds } from './as-unavailable.server.ts';

/**
 * The build with every loader and action of a page answering 503 with `Retry-After` while the database is away, as
 * the API does: nobody has to remember it at a query. What a page answers 503 by itself gets the header too.
 */
export function answerUnavailable(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    // The API has its own, in `app/api/respond.server.ts`, with its envelope.
    if (!route || id.startsWith('routes/api.')) return [id, route] as const;
    const { loader, action } = route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: answering(loader) }),
      ...(action && { action: answering(action) }),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** @throws Response 503, which the page shows */
function answering<F extends LoaderFunction | ActionFunction>(handle: F): F {
  const answered = async (args: Parameters<F>[0]) => {
    try {
      const result = await handle(args as Parameters<LoaderFunction>[0]);
      if (statusOf(result) === 503) sayWhen(args.context);
      return result;
    } catch (thrown) {
      if (thrown instanceof Response || thrown instanceof DomainError) throw thrown;
      const error = asUnavailable(thrown);
      if (!(error instanceof DomainError)) throw error;
      sayWhen(args.context);
      throw new Response(error.message, { status: 503 });
    }
  };
  return answered as F;
}

const sayWhen = (context: AppLoadContext) => context.retryAfter?.(retryAfterSeconds);

/** The status of a `Response`, or of what `data` made; none of anything else. */
function statusOf(result: unknown): number | undefined {
  if (result instanceof Response) return result.status;
  if (typeof result !== 'object' || result === null || !('init' in result)) return undefined;
  return (result.init as ResponseInit | null)?.status;
}
