import { routeCall } from '#app/api/router.server.ts';

export const loader = routeCall;
export const action = routeCall;
