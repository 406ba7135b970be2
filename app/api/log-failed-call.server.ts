import type { ApiKeyOwner } from '#domain/identity/api-keys/contract.browser.ts';
import { logFailedRequest } from '#domain/messaging/request-log/log-failed-request.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import type { Endpoint } from './endpoint.ts';
import { httpStatusByErrorCode } from './http-status-by-error-code.ts';

/**
 * Pattern of known field names. Other names come from the caller and may contain a key, a code or a number,
 * so they are not stored. Words, with list indexes between them; neither a key nor an id begins like that.
 */
const fieldName =
  /^(?=.{1,40}$)(?!(?:.*[._-])?(?:sk|dk)_)[A-Za-z_]+(?:-[A-Za-z_]+)*(?:\.(?:\d{1,3}|[A-Za-z_]+))*$/i;

/** An id in Dakiya's format. */
const ownId = /^[a-z]{3,4}_[0-9A-HJKMNP-TV-Z]{26}$/;

type FailedCall = {
  keyOwner: ApiKeyOwner;
  endpoint: Endpoint;
  params: Record<string, string | undefined>;
  address: string;
  requestId: string;
};

/**
 * Records a failed call in the request log of the key's owner, if they have error logging on. Returns without
 * waiting for the write.
 */
export function logFailedCall(
  error: unknown,
  { keyOwner, endpoint, params, address, requestId }: FailedCall,
): void {
  if (!keyOwner.settings.errorLogging || !(error instanceof DomainError)) return;
  const { code, param = '' } = error;
  const status = httpStatusByErrorCode[code];
  if (status >= 500) return;
  const isSafeParam = param === '' || fieldName.test(param);
  logFailedRequest({
    userId: keyOwner.userId,
    keyId: keyOwner.keyId,
    method: endpoint.method,
    path: pathOf(endpoint, params),
    status,
    code,
    message: isSafeParam ? error.message : errorCatalogue[code],
    param: isSafeParam && param !== '' ? param : null,
    clientAddress: address,
    requestId,
  });
}

/** The path with our own ids filled in; other parameter values are left out. */
const pathOf = ({ path }: Endpoint, params: FailedCall['params']) =>
  path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name] ?? '';
    return ownId.test(value) ? value : place;
  });
