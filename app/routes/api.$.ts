import { serveNotFound } from '#app/api/serve-program.server.ts';

export const loader = serveNotFound;
export const action = serveNotFound;
