import type { z } from 'zod';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { evidenceForm, modeForm } from '#app/senders/forms.ts';
import { changeEntity, changeHeader } from '#domain/dlt/registry/change-registered.ts';
import { changeMode, relaxesCheck } from '#domain/dlt/registry/change-registry.ts';
import { addEvidence } from '#domain/dlt/registry/header-evidence.ts';
import { entityInput, headerChange, headerInput } from '#domain/dlt/registry/inputs.browser.ts';
import { removeEntity, removeHeader } from '#domain/dlt/registry/remove-registered.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

const entityStatus = entityInput.pick({ entity_id: true }).extend(headerChange.shape);
const headerStatus = headerInput.pick({ header: true }).extend(headerChange.shape);

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  mode: {
    for: 'relax_dlt_check',
    when: (form, { userId }) => relaxesCheck(userId, form.get('mode')),
  },
  evidence: false,
  entity: { for: 'turn_sender_off', when: turnsOff },
  header: { for: 'turn_sender_off', when: turnsOff },
  'remove-entity': { for: 'delete_sender' },
  'remove-header': { for: 'delete_sender' },
} satisfies RecentSignInOfForms;

function turnsOff(form: FormData): boolean {
  return form.get('status') === 'inactive';
}

/** Handles the forms of the senders, by `intent`. @param here the page that they are on */
export async function act(signedIn: SignedInUser, form: FormData, here: string) {
  switch (form.get('intent')) {
    case 'mode':
      return submit(
        form,
        modeForm,
        async ({ mode }) => {
          await changeMode(signedIn.userId, mode);
          return redirectDone(here, 'Mode saved');
        },
        { formId: 'mode', fallback: fallbacks.registry },
      );
    case 'evidence':
      return submit(
        form,
        evidenceForm,
        async ({ header, content }) => {
          await addEvidence(signedIn.userId, header, await readFile(content));
          return redirectDone(here, `Evidence of ${header} saved`);
        },
        { formId: `evidence-${form.get('header')}`, fallback: fallbacks.registry },
      );
    case 'entity': {
      const { entity_id, status } = parse(entityStatus, form);
      return turn(signedIn, here, 'Entity', status, (userId) =>
        changeEntity(userId, entity_id, { status }),
      );
    }
    case 'header': {
      const { header, status } = parse(headerStatus, form);
      return turn(signedIn, here, 'Header', status, (userId) =>
        changeHeader(userId, header, { status }),
      );
    }
    case 'remove-entity': {
      const { entity_id } = parse(entityInput.pick({ entity_id: true }), form);
      return remove(signedIn, here, 'Entity', (userId) => removeEntity(userId, entity_id));
    }
    case 'remove-header': {
      const { header } = parse(headerInput.pick({ header: true }), form);
      return remove(signedIn, here, 'Header', (userId) => removeHeader(userId, header));
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the mode; a file has to be chosen again, and to turn something off is one press. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'mode' ? draftReply('mode', modeForm, form) : null;

/** @throws Response 400 for what none of our buttons sends */
function parse<S extends z.ZodType>(schema: S, form: FormData): z.output<S> {
  const { data } = schema.safeParse(Object.fromEntries(form));
  if (data === undefined) throw new Response(null, { status: 400 });
  return data;
}

/** Turns something off, after which messages are refused, or on. */
const turn = (
  signedIn: SignedInUser,
  here: string,
  what: 'Entity' | 'Header',
  status: 'active' | 'inactive',
  change: (userId: string) => Promise<void>,
) =>
  orToast({ to: here, fallback: fallbacks.registry }, async () => {
    await change(signedIn.userId);
    const title = `${what} ${status === 'inactive' ? 'disabled' : 'enabled'}`;
    return redirectDone(here, title);
  });

const remove = (
  signedIn: SignedInUser,
  here: string,
  what: 'Entity' | 'Header',
  carryOut: (userId: string) => Promise<void>,
) =>
  orToast({ to: here, fallback: fallbacks.registry }, async () => {
    await carryOut(signedIn.userId);
    return redirectDone(here, `${what} removed`);
  });

const readFile = async (file: File) => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});
