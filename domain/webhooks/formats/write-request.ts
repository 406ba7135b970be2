import { findCallbackUrl } from '../callbacks/message-callbacks.ts';
import { type EventPayload, fixedHeaders } from '../contract.browser.ts';
import type { ReservedEvent } from '../queue/reserve-events.ts';
import type { EventRequest } from '../sending/post-event.ts';
import { toMsg91Reports } from './msg91.ts';
import { signTwilioCallback, toTwilioCallback } from './twilio.ts';

/**
 * Returns the secret of an API key, or null if the key is deleted. The worker passes this function in, because this group
 * does not know keys.
 */
export type SecretOfKey = (userId: string, keyId: string) => Promise<string | null>;

const formHeaders = { ...fixedHeaders, 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Writes the request of an event in the format of its endpoint.
 *
 * @param url the address of the endpoint
 * @returns null if the event can no longer be posted, because the URL of the callback or the key that signs it is deleted
 */
export async function writeRequest(
  event: Pick<ReservedEvent, 'id' | 'userId' | 'format' | 'keyId' | 'subjectId'>,
  payload: EventPayload,
  url: string,
  secretOfKey: SecretOfKey,
): Promise<EventRequest | null> {
  const { id, userId, format, keyId, subjectId } = event;
  if (format === 'standard') return { url, body: JSON.stringify(payload), headers: fixedHeaders };
  if (format === 'msg91') {
    const body = new URLSearchParams({ data: JSON.stringify(toMsg91Reports(payload.data)) });
    return { url, body: body.toString(), headers: formHeaders };
  }
  const [callback, secret] = await Promise.all([
    subjectId && findCallbackUrl(subjectId),
    keyId && secretOfKey(userId, keyId),
  ]);
  if (!callback || !secret) return null;
  const form = toTwilioCallback(payload.data);
  const headers = {
    ...formHeaders,
    'x-twilio-signature': signTwilioCallback(secret, callback, form),
    'i-twilio-idempotency-token': id,
  };
  return { url: callback, body: new URLSearchParams(form).toString(), headers };
}
