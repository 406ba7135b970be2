import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { chainForm, linkForm } from '#app/senders/forms.ts';
import { chainInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerChain, registerLink } from '#domain/dlt/registry/register.ts';
import { removeChain, removeLink } from '#domain/dlt/registry/remove-registered.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

const oneChain = chainInput.pick({ entity_id: true, carrier: true });

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  link: false,
  chain: false,
  'remove-link': { for: 'delete_sender' },
  'remove-chain': { for: 'delete_sender' },
} satisfies RecentSignInOfForms;

/** Handles the forms of links and chains, by `intent`. @param here the page that they are on */
export async function act(signedIn: SignedInUser, form: FormData, here: string) {
  const { userId } = signedIn;
  switch (form.get('intent')) {
    case 'link':
      return submit(
        form,
        linkForm,
        async (link) => {
          await registerLink(userId, link);
          return redirectDone(here, 'Added');
        },
        { formId: 'link', fallback: fallbacks.registry },
      );
    case 'chain':
      return submit(
        form,
        chainForm,
        async ({ is_approved, ...chain }) => {
          await registerChain(userId, { ...chain, is_approved: is_approved === 'on' });
          return redirectDone(here, 'Chain saved');
        },
        { formId: 'chain', fallback: fallbacks.registry },
      );
    case 'remove-link': {
      const { data } = linkForm.safeParse(Object.fromEntries(form));
      if (!data) throw new Response(null, { status: 400 });
      return remove(here, () => removeLink(userId, data.kind, data.value));
    }
    case 'remove-chain': {
      const { data } = oneChain.safeParse(Object.fromEntries(form));
      if (!data) throw new Response(null, { status: 400 });
      return remove(here, () => removeChain(userId, data.entity_id, data.carrier));
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the form of a link or of a chain. */
export function showDraft(form: FormData) {
  if (form.get('intent') === 'link') return draftReply('link', linkForm, form);
  return form.get('intent') === 'chain' ? draftReply('chain', chainForm, form) : null;
}

/** Removes something, after which messages may be refused. */
const remove = (here: string, carryOut: () => Promise<void>) =>
  orToast({ to: here, fallback: fallbacks.registry }, async () => {
    await carryOut();
    return redirectDone(here, 'Removed');
  });
