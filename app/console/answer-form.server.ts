import type { Addresses } from '#app/session/addresses-of.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { callOf } from './call-of.ts';
import { calls } from './calls.server.ts';
import type { ConsoleTab, Reply } from './contract.ts';
import { findSent } from './find-sent.server.ts';
import { makeCall } from './make-call.server.ts';

/** Does what the form of a console asks for, as a page and as a script ask for it. */
export async function answerForm(
  tab: ConsoleTab,
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<Reply> {
  const stage = form.get('stage') === 'verify' ? 'verify' : 'send';
  const { acceptedId, ...reply } = await makeCall(calls[callOf(tab, form)], {
    signedIn,
    form,
    from,
    stage,
  });
  return { ...reply, message: acceptedId ? await findSent(signedIn, acceptedId) : null };
}
