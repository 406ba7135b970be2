import { serveNotFound } from '#app/api/router.server.ts';

export const loader = serveNotFound;
export const action = serveNotFound;
