import { DomainError } from '#domain/shared/errors.ts';
import { newId } from '#platform/ids.server.ts';
import { failure } from './respond.server.ts';

/** Responds with 404 in JSON to paths under `/api` that are not an endpoint. */
export async function serveNotFound(): Promise<Response> {
  const requestId = newId('req');
  const headers = new Headers({ 'x-request-id': requestId, 'cache-control': 'no-store' });
  const error = new DomainError('not_found', { message: 'There is no endpoint at this path.' });
  return failure(error, requestId, headers);
}
