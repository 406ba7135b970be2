import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { oauthProviders } from '#domain/identity/accounts/oauth-providers.ts';

const redirect = (description: string) => ({
  '302': { description, headers: { location: { schema: { type: 'string' as const } } } },
});

const text = (name: string, description: string, example: string) => ({
  name,
  description,
  example,
  in: 'query' as const,
  schema: { type: 'string' as const },
});

/** The paths below `/api/v1` that browsers visit and programs do not call. */
export const oauthRedirectDocs: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(oauthProviders).flatMap(([provider, name]) => [
    [
      `/users/${provider}`,
      {
        get: {
          operationId: `signInWith${name}`,
          summary: `Sign in with ${name}`,
          description: 'For browsers. Redirects back to `/auth/callback`.',
          tags: ['Account'],
          security: [],
          parameters: [
            text('to', 'Path of this site to redirect to after the sign-in.', '/dashboard'),
          ],
          responses: redirect(`Redirect to ${name}.`),
        },
      },
    ],
    [
      `/users/${provider}/callback`,
      {
        get: {
          operationId: `comeBackFrom${name}`,
          summary: `Callback of ${name}`,
          description: `Where ${name} sends the browser; register it there.`,
          tags: ['Account'],
          security: [],
          parameters: [
            text('state', 'The `state` of the authorization request.', 'Jm4tX8wQ2c'),
            text('code', `The authorization code from ${name}.`, '4f1b9c7ad2'),
            text('error', 'The error code, instead of `code`.', 'access_denied'),
          ],
          responses: redirect('Redirect to `/auth/callback` with `token` or `error`.'),
        },
      },
    ],
  ]),
);
