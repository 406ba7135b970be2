import { signUp } from '#app/api/endpoints/users/sign-up.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(signUp);
export const action = serve(signUp);
