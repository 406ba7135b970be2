import type { ActionFunction, ServerBuild } from '@remix-run/node';
import { env } from '#platform/env.ts';
import { createRateLimit } from '#platform/rate-limit.server.ts';

const forms = createRateLimit('forms', { points: env.FORMS_PER_MINUTE, seconds: 60 });

/**
 * The build with a limit before each action that there is, by the address that the form comes from. An action
 * may have a narrower one of its own; none has to be remembered to be given this one.
 */
export function limitForms(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action;
    // The API has its own, in `app/api/pipeline`, by whose key it is.
    if (!route || !action || id.startsWith('routes/api.')) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, action: limited(action) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

/** @throws Response 429, which the page shows */
function limited(action: ActionFunction): ActionFunction {
  return async (args) => {
    const { allowed, resetSeconds } = await forms.take(args.context.clientAddress ?? '');
    if (allowed) return action(args);
    args.context.retryAfter?.(resetSeconds);
    throw new Response('Too many forms were sent from your address. Please wait a minute.', {
      status: 429,
    });
  };
}
