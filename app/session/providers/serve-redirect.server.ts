import { failure } from '#app/api/respond.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { newId } from '#platform/ids.ts';
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

/** The action of an API address that only accepts GET. */
export async function rejectAction(): Promise<Response> {
  const requestId = newId('req');
  const headers = new Headers({ allow: 'GET', 'x-request-id': requestId });
  return failure(new DomainError('method_not_allowed'), requestId, headers);
}
