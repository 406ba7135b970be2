import { serveProgram } from '#app/api/serve-program.server.ts';

// Both, so that a wrong method is answered 405 and in the API's words.
export const loader = serveProgram;
export const action = serveProgram;
