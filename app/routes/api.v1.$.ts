import { routeCall } from '#app/api/router.server.ts';

// Loader and action, so that a wrong method gets 405 in the API's format.
export const loader = routeCall;
export const action = routeCall;
