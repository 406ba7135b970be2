import { postMessage } from '#app/api/endpoints/post-message.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(postMessage);
export const action = serve(postMessage);
