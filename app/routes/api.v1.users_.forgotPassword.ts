import { forgotPassword } from '#app/api/endpoints/users/forgot-password.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(forgotPassword);
export const action = serve(forgotPassword);
