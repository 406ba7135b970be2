import { newId } from '#platform/ids.server.ts';
import { withLogContext } from '#platform/logger.ts';

/** Serves a browser at an address of the API, with a request id like every API response. */
export function serveRedirect(answer: () => Promise<Response>): Promise<Response> {
  const requestId = newId('req');
  return withLogContext({ requestId }, async () => {
    const response = await answer();
    response.headers.set('x-request-id', requestId);
    return response;
  });
}
