import {
  handleOAuthCallback,
  rejectAction,
} from '#app/session/providers/oauth-redirects.server.ts';

export const loader = handleOAuthCallback('google');
export const action = rejectAction;
