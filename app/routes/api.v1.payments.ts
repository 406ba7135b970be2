import { createOrder } from '#app/api/endpoints/payments/create-order.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(createOrder);
export const action = serve(createOrder);
