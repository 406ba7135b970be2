import type { ActionFunction, LoaderFunction, ServerBuild } from '@remix-run/node';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { count, defineSettings } from '#platform/settings.ts';

const formSettings = defineSettings({ FORMS_PER_MINUTE: count.default(300) });

const forms = createRateLimiter('forms', {
  points: () => formSettings.FORMS_PER_MINUTE,
  seconds: 60,
});

/**
 * Wraps every action of the build with a rate limit by client address, so that none is forgotten. Actions may also have
 * separate, stricter limits.
 */
export function rateLimitActions(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    // The API has its own limits by key, in `app/api/pipeline`.
    if (!route || id.startsWith('routes/api.')) return [id, route] as const;
    const { action, loader } = route.module;
    const module = {
      ...route.module,
      ...(action && { action: limited(action) }),
      ...(loader && { loader: unlessLimited(loader) }),
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
