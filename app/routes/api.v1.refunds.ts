import { requestRefund } from '#app/api/endpoints/payments/request-refund.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(requestRefund);
export const action = serve(requestRefund);
