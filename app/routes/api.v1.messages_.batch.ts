import { sendBatch } from '#app/api/endpoints/send-batch.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(sendBatch);
export const action = serve(sendBatch);
