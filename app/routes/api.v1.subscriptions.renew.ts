import { renewSubscription } from '#app/api/endpoints/payments/renew-subscription.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(renewSubscription);
export const action = serve(renewSubscription);
