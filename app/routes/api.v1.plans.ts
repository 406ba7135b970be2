import { listPlans } from '#app/api/endpoints/list-plans.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(listPlans);
export const action = serve(listPlans);
