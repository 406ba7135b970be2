import { verifyPayment } from '#app/api/endpoints/payments/verify-payment.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(verifyPayment);
export const action = serve(verifyPayment);
