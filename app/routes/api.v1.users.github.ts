import { rejectAction, startOAuth } from '#app/session/providers/oauth-redirects.server.ts';

export const loader = startOAuth('github');
export const action = rejectAction;
