import { createApiKey } from '#app/api/endpoints/api-keys/create-api-key.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(createApiKey);
export const action = serve(createApiKey);
