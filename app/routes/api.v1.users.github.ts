import type { LoaderFunctionArgs } from '@remix-run/node';
import { rejectAction, serveRedirect } from '#app/session/providers/serve-redirect.server.ts';
import { startOAuth } from '#app/session/providers/start-oauth.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  serveRedirect(() => startOAuth('github', request));
export const action = rejectAction;
