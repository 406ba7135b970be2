import { getOpenapi } from '#app/api/endpoints/get-openapi.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(getOpenapi);
export const action = serve(getOpenapi);
