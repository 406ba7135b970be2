import { cancelSubscription } from '#app/api/endpoints/payments/cancel-subscription.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(cancelSubscription);
export const action = serve(cancelSubscription);
