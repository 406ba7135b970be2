import { listMessages } from '#app/api/endpoints/list-messages.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(listMessages);
export const action = serve(listMessages);
