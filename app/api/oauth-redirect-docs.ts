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

/** The addresses below `/api/v1` that a browser visits and no program calls. */
export const oauthRedirectDocs: ZodOpenApiPathsObject = Object.fromEntries(
  Object.entries(oauthProviders).flatMap(([provider, name]) => [
    [
      `/users/${provider}`,
      {
        get: {
          operationId: `signInWith${name}`,
          summary: `Sign in with ${name}`,
          description: 'For a browser to visit. It comes back to `/auth/callback`.',
          tags: ['Account'],
          security: [],
          parameters: [text('to', 'Path of this site to go to afterwards.', '/dashboard')],
          responses: redirect(`To ${name}.`),
        },
      },
    ],
    [
      `/users/${provider}/callback`,
      {
        get: {
          operationId: `comeBackFrom${name}`,
          summary: `Come back from ${name}`,
          description: `Where ${name} sends the browser; register it there.`,
          tags: ['Account'],
          security: [],
          parameters: [
            text('state', 'What the browser left with.', 'Jm4tX8wQ2c'),
            text('code', `What ${name} gave it.`, '4f1b9c7ad2'),
            text('error', 'Why it gave none.', 'access_denied'),
          ],
          responses: redirect('To `/auth/callback`, with `token` or `error`.'),
        },
      },
    ],
  ]),
);
