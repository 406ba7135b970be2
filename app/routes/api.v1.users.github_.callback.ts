import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  handleOAuthCallback,
  rejectAction,
  serveRedirect,
} from '#app/session/providers/handle-oauth-callback.server.ts';

export const loader = ({ request }: LoaderFunctionArgs) =>
  serveRedirect(() => handleOAuthCallback('github', request));
export const action = rejectAction;
