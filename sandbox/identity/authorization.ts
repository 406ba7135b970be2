import { z } from 'zod';
import type { Client } from './client.ts';

const schema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  state: z.string().min(1),
  // Real providers still allow clients without PKCE; this one requires it, so that tests notice if it is
  // missing.
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});

/** An authorization request. */
export type Authorization = z.output<typeof schema>;

/**
 * Parses an authorization request.
 *
 * @returns the request, or the reason why it is invalid and must not redirect
 */
export function readAuthorization(query: unknown, client: Client): Authorization | string {
  const parsed = schema.safeParse(query);
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join('.'));
    return `Missing or malformed: ${names.join(', ')}.`;
  }
  const { client_id, redirect_uri } = parsed.data;
  if (client_id !== client.id) return 'No client has this client_id.';
  if (!client.redirectUris.includes(redirect_uri)) {
    return 'The client has not registered this redirect_uri.';
  }
  return parsed.data;
}

/** Builds the redirect to the client. */
export function buildRedirect(
  { redirect_uri, state }: Authorization,
  answer: Record<string, string>,
) {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, state })) {
    url.searchParams.set(name, value);
  }
  return url.href;
}
