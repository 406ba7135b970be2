import { valueName } from '#app/console/fill-in.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import type { Addresses } from '#app/session/to-client-addresses.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { findSendable } from '#domain/dlt/sending/find-sendable.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { findTestKey } from './load-first-steps.server.ts';

/** In the default alphabet, so that it is one segment. */
const text = 'Hello from Dakiya. This is a test message.';

/**
 * Sends a message to a number that gets nothing, with the account's test key and, if it has a header of its own, by one of its
 * templates, and shows Home with its delivery status.
 *
 * @param form has the idempotency key of the page, so that two presses send one message
 */
export async function sendTestMessage(
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<Response> {
  const key = findTestKey(await listKeys(signedIn.userId));
  if (!key) {
    return redirectWithToast(paths.dashboard(), {
      type: 'error',
      title: fallbacks['send-message'],
      message: 'You have no active test key. Please create one first.',
    });
  }
  const sendable = await findSendable(signedIn.userId, exampleTestRecipient);
  if (!sendable) {
    return redirectWithToast(paths.dashboard(), {
      type: 'error',
      title: fallbacks['send-message'],
      message: 'Messages under your own header need a template. Please register one first.',
    });
  }
  const call = new FormData();
  call.set('key', key.keyId);
  call.set('phone', exampleTestRecipient);
  if (sendable === 'any text') call.set('message', text);
  else {
    call.set('sender', sendable.sender);
    call.set('template', sendable.templateId);
    for (const [at, value] of sendable.values.entries()) call.set(valueName(at), value);
  }
  call.set('idempotencyKey', form.get('idempotencyKey') ?? '');
  const { message, toast } = await handleConsoleForm('message', signedIn, call, from);
  return redirectWithToast(paths.dashboard('home', message ? { sent: message._id } : {}), toast);
}
