import { receiveEvent } from '#app/api/endpoints/payments/receive-event.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(receiveEvent);
export const action = serve(receiveEvent);
