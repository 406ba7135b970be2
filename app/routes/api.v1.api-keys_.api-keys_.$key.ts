import { deleteApiKey } from '#app/api/endpoints/api-keys/delete-api-key.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(deleteApiKey);
export const action = serve(deleteApiKey);
