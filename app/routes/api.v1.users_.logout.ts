import { logOut } from '#app/api/endpoints/users/log-out.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(logOut);
export const action = serve(logOut);
