import { newId } from '#platform/ids.server.ts';
import { withLogContext } from '#platform/logger.ts';

/** Answers a browser at an address of the API, with an id of the request as every answer there has one. */
export function serveRedirect(answer: () => Promise<Response>): Promise<Response> {
  const requestId = newId('req');
  return withLogContext({ requestId }, async () => {
    const response = await answer();
    response.headers.set('x-request-id', requestId);
    return response;
  });
}
