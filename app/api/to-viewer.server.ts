import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { describeUserAgent, type SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import type { ClientInfo } from './endpoint.ts';

/** The caller of an API call that reads texts, for the record of views. */
export function toViewer(
  caller: Pick<Caller, 'userId' | 'keyId'> | SignedInUser,
  { address: clientAddress, userAgent }: ClientInfo,
): Viewer {
  const { userId } = caller;
  return 'keyId' in caller
    ? { userId, id: caller.keyId, way: 'api', device: null, clientAddress }
    : {
        userId,
        id: caller.sessionId,
        way: 'api',
        device: describeUserAgent(userAgent),
        clientAddress,
      };
}
