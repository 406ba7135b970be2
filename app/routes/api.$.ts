import { serveNotFound } from '#app/api/serve-not-found.server.ts';

export const loader = serveNotFound;
export const action = serveNotFound;
