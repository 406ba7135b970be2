import { rejectAction, startOAuth } from '#app/session/providers/oauth-redirects.server.ts';

export const loader = startOAuth('google');
export const action = rejectAction;
