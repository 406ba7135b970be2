import type { Addresses } from '#app/session/to-client-addresses.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { consoleCalls } from './calls.server.ts';
import { type ConsoleTab, pickCall, type Reply } from './contract.ts';
import { findTrackedMessage } from './find-tracked-message.server.ts';
import { makeCall } from './make-call.server.ts';

/** Handles the form of a console, for the page and for the script alike. */
export async function handleConsoleForm(
  tab: ConsoleTab,
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<Reply> {
  const stage = form.get('stage') === 'verify' ? 'verify' : 'send';
  const { acceptedId, ...reply } = await makeCall(consoleCalls[pickCall(tab, form)], {
    signedIn,
    form,
    from,
    stage,
  });
  return { ...reply, message: acceptedId ? await findTrackedMessage(signedIn, acceptedId) : null };
}
