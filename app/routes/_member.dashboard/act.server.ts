import { redirect } from '@remix-run/node';
import { valueName } from '#app/console/fill-in.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { reveal } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import type { Addresses } from '#app/session/to-client-addresses.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { findSendable } from '#domain/dlt/sending/find-sendable.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import { apiKeyIdOrPublicId } from '#domain/identity/api-keys/contract.browser.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { findTestKey } from './first-steps/load-first-steps.server.ts';

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  reveal: { for: 'reveal_key' },
  'fill-in-key': { for: 'reveal_key' },
  'send-test': false,
  'hide-first-steps': false,
} satisfies RecentSignInOfForms;

/** Handles the forms of Home, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, from: Addresses) {
  switch (form.get('intent')) {
    case 'reveal': {
      const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
      if (key === undefined) throw new Response(null, { status: 400 });
      return reveal(signedIn, key, paths.dashboard());
    }
    case 'send-test':
      return orToast({ to: paths.dashboard(), fallback: fallbacks['send-message'] }, () =>
        sendTestMessage(signedIn, form, from),
      );
    case 'fill-in-key':
      // The page itself fills it in while the sign-in is recent.
      return redirect(paths.dashboard());
    case 'hide-first-steps':
      return orToast({ to: paths.dashboard(), fallback: fallbacks.other }, async () => {
        await hideFirstSteps(signedIn.userId);
        return redirect(paths.dashboard());
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** In the default alphabet, so that it is one segment. */
const text = 'Hello from Dakiya. This is a test message.';

/**
 * Sends a message to a number that gets nothing, with the account's test key and, if it has a header of its own, by one of its
 * templates, and shows Home with its delivery status.
 *
 * @param form has the idempotency key of the page, so that two presses send one message
 */
async function sendTestMessage(
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
