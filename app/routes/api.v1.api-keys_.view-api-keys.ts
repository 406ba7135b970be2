import { viewApiKeys } from '#app/api/endpoints/api-keys/view-api-keys.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(viewApiKeys);
export const action = serve(viewApiKeys);
