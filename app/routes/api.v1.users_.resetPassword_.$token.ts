import { resetPassword } from '#app/api/endpoints/users/reset-password.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(resetPassword);
export const action = serve(resetPassword);
