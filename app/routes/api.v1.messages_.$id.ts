import { getMessage } from '#app/api/endpoints/get-message.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(getMessage);
export const action = serve(getMessage);
