import { getBalance } from '#app/api/endpoints/get-balance.server.ts';
import { serve } from '#app/api/serve.server.ts';

export const loader = serve(getBalance);
export const action = serve(getBalance);
