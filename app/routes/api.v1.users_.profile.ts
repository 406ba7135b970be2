import { getProfile } from '#app/api/endpoints/users/get-profile.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(getProfile);
export const action = serve(getProfile);
