import {
  handleOAuthCallback,
  rejectAction,
} from '#app/session/providers/oauth-redirects.server.ts';

export const loader = handleOAuthCallback('github');
export const action = rejectAction;
