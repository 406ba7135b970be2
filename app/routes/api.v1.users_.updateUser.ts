import { updateUser } from '#app/api/endpoints/users/update-user.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(updateUser);
export const action = serve(updateUser);
