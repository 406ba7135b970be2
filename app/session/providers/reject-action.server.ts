import { failure } from '#app/api/respond.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { newId } from '#platform/ids.server.ts';

/** The action of an API address that only accepts GET. */
export async function rejectAction(): Promise<Response> {
  const requestId = newId('req');
  const headers = new Headers({ allow: 'GET', 'x-request-id': requestId });
  return failure(new DomainError('method_not_allowed'), requestId, headers);
}
