import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** PostgreSQL rejects a NUL, which a URL may contain. */
const possibleId = safeText.max(64);

/** Whether a text may be the id of an endpoint. */
export const isEndpointId = (id: string): boolean => possibleId.safeParse(id).success;

export const noSuchEndpoint = () =>
  new DomainError('not_found', { message: 'There is no webhook endpoint by this id.' });
