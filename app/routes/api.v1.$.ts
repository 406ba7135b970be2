import { serveProgram } from '#app/api/serve-program.server.ts';

// Loader and action, so that a wrong method gets 405 in the API's format.
export const loader = serveProgram;
export const action = serveProgram;
