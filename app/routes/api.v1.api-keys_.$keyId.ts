import { updateApiKey } from '#app/api/endpoints/api-keys/update-api-key.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(updateApiKey);
export const action = serve(updateApiKey);
