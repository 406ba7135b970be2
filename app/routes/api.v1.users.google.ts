import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  rejectAction,
  serveRedirect,
  startOAuth,
} from '#app/session/providers/handle-oauth-callback.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  serveRedirect(() => startOAuth('google', request));
export const action = rejectAction;
