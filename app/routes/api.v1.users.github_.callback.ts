import type { LoaderFunctionArgs } from '@remix-run/node';
import { handleOAuthCallback } from '#app/session/providers/handle-oauth-callback.server.ts';
import { rejectAction, serveRedirect } from '#app/session/providers/serve-redirect.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  serveRedirect(() => handleOAuthCallback('github', request));
export const action = rejectAction;
