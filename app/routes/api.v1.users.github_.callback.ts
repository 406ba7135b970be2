import type { LoaderFunctionArgs } from '@remix-run/node';
import { handleOAuthCallback } from '#app/session/providers/handle-oauth-callback.server.ts';
import { rejectAction } from '#app/session/providers/reject-action.server.ts';
import { serveRedirect } from '#app/session/providers/serve-redirect.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  serveRedirect(() => handleOAuthCallback('github', request));
export const action = rejectAction;
