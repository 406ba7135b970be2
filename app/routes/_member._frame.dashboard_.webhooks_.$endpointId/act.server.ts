import { data } from '@remix-run/node';
import type { z } from 'zod';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { endOfDayInIndia } from '#app/keys/access-form.ts';
import { paths } from '#app/paths.ts';
import { orNotFound } from '#app/webhooks/find-endpoint.server.ts';
import { formIdempotency } from '#app/webhooks/form-idempotency.server.ts';
import {
  recoverForm,
  recoverFormId,
  rotateForm,
  rotateFormId,
  testForm,
  testFormId,
} from '#app/webhooks/forms.ts';
import { testEventData } from '#app/webhooks/sample-event.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import {
  revealSigningSecret,
  rotateSigningSecretOnce,
} from '#domain/webhooks/endpoints/rotate-secret.ts';
import { recoverEvents } from '#domain/webhooks/log/recover-events.ts';
import { sendTestEvent } from '#domain/webhooks/log/replay-event.ts';

/** The reply of an action that reveals a signing secret. */
export type RevealedSecret = { secret: string };

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  reveal: { for: 'reveal_webhook_secret' },
  rotate: { for: 'rotate_webhook_secret' },
  'turn-on': { for: 'change_webhook' },
  test: false,
  recover: false,
} satisfies RecentSignInOfForms;

/** Handles the forms of an endpoint's page, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, id: string, from: string) {
  const { userId } = signedIn;
  const here = paths.webhook(id);
  switch (form.get('intent')) {
    case 'reveal': {
      const secret = await orNotFound(() => revealSigningSecret(userId, id));
      return data({ secret } satisfies RevealedSecret);
    }
    case 'rotate':
      return submit(
        form,
        rotateForm,
        async ({ overlapHours }) => {
          const hours = Number(overlapHours);
          const once = formIdempotency(userId, form.get('once'), [id, hours]);
          await rotateSigningSecretOnce(userId, id, hours, once);
          return redirectDone(here, 'Signing secret rotated', 'Select Show to see the new one.');
        },
        { formId: rotateFormId, fallback: fallbacks.rotateWebhook },
      );
    case 'turn-on':
      return orToast({ to: here, fallback: fallbacks.webhook }, async () => {
        await changeEndpoint({ userId, keyId: null, from }, id, { enabled: true });
        return redirectDone(here, 'Webhook endpoint turned on');
      });
    case 'test':
      return submit(
        form,
        testForm,
        async ({ type }) => {
          const event = await sendTestEvent(userId, id, type, testEventData(type));
          return redirectDone(paths.webhookEvent(event._id), 'Test event on its way');
        },
        { formId: testFormId, fallback: fallbacks.testWebhook },
      );
    case 'recover':
      return submit(form, recoverForm, (value) => recover(userId, id, value), {
        formId: recoverFormId,
        fallback: fallbacks.replayWebhook,
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the form that replays the events of some days. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'recover' ? draftReply(recoverFormId, recoverForm, form) : null;

const dayMs = 86_400_000;

/** Replays what failed from the beginning of the first day to the end of the last, in India. */
async function recover(userId: string, id: string, { from, to }: z.output<typeof recoverForm>) {
  const since = new Date(endOfDayInIndia(from).getTime() + 1 - dayMs);
  const until = new Date(endOfDayInIndia(to).getTime() + 1);
  const span = { since: since.toISOString(), until: until.toISOString() };
  await recoverEvents(userId, id, span);
  return redirectDone(`${paths.webhook(id)}#replays`, 'Failed events are being replayed');
}
