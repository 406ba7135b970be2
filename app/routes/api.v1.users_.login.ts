import { logIn } from '#app/api/endpoints/users/log-in.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(logIn);
export const action = serve(logIn);
