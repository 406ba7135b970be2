import type { ApiKeyOwner } from '#domain/identity/api-keys/contract.ts';
import { logFailedRequest } from '#domain/messaging/request-log/log-failed-request.server.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';

/**
 * What a field of ours may be called; anything else a caller made up, and it may hold anything: a key, a code
 * or a number. Words, with the place in a list between them; no key and no id begins like that.
 */
const fieldName =
  /^(?=.{1,40}$)(?!(?:.*[._-])?(?:sk|dk)_)[A-Za-z_]+(?:-[A-Za-z_]+)*(?:\.(?:\d{1,3}|[A-Za-z_]+))*$/i;

/** An id of ours. */
const ownId = /^[a-z]{3,4}_[0-9A-HJKMNP-TV-Z]{26}$/;

type Refused = {
  holder: ApiKeyOwner;
  endpoint: Endpoint;
  params: Record<string, string | undefined>;
  address: string;
  requestId: string;
};

/** Keeps a call that is refused now for the key's owner, if they want that. Nothing waits for it. */
export function logFailedCall(
  error: unknown,
  { holder, endpoint, params, address, requestId }: Refused,
): void {
  if (!holder.settings.errorLogging || !(error instanceof DomainError)) return;
  const { code, param = '' } = error;
  const status = httpStatusByErrorCode[code];
  if (status >= 500) return;
  const isTellable = param === '' || fieldName.test(param);
  logFailedRequest({
    userId: holder.userId,
    keyId: holder.keyId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    status,
    code,
    message: isTellable ? error.message : errorCatalogue[code],
    param: isTellable && param !== '' ? param : null,
    clientAddress: address,
    requestId,
  });
}

/** The path with ids of ours in it; whatever else was there stays out. */
const pathOf = ({ path }: Endpoint, params: Refused['params']) =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name] ?? '';
    return ownId.test(value) ? value : place;
  });
