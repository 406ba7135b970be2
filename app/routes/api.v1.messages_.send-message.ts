import { sendMessage } from '#app/api/endpoints/send-message.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(sendMessage);
export const action = serve(sendMessage);
