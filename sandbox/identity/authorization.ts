import { z } from 'zod';
import type { Client } from './client.ts';

const schema = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  state: z.string().min(1),
  // Real providers still let a client do without PKCE; this one does not, so that ours cannot forget it.
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
});

/** What a client asks a person for. */
export type Authorization = z.output<typeof schema>;

/**
 * Reads what a client sent a browser here with.
 *
 * @returns it, or in words why this provider will not send the browser back
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

/** The address to send the browser back to. */
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
