import { modes } from '#app/dashboard/mode/modes.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { testForm, testFormId } from '#app/webhooks/forms.ts';
import { testEventData } from '#app/webhooks/sample-event.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  sendSampleEvent,
  startListening,
  stopListening,
} from '#domain/webhooks/listening/manage-listener.ts';
import { readType } from './load-listener.server.ts';

const over = {
  type: 'error',
  title: fallbacks.testWebhook,
  message: 'Listening is over. Start it again, then send the event.',
} as const;

/**
 * Handles the forms of the page, by `intent`. They act on the mode that the page showed: in another tab the dashboard may have
 * changed to the other one.
 */
export async function act(signedIn: SignedInUser, form: FormData, request: Request) {
  const mode = modes.find((name) => name === form.get('mode'));
  if (!mode) throw new Response(null, { status: 400 });
  const key = { userId: signedIn.userId, livemode: mode === 'live' };
  const type = readType(request.url);
  const here = paths.listen(type ? { type } : {});
  const toPage = (title: string) => redirectDone(here, title);
  switch (form.get('intent')) {
    case 'start':
      return orToast({ to: here, fallback: fallbacks.listen }, async () => {
        await startListening(key);
        return toPage('Listening started');
      });
    case 'stop':
      return orToast({ to: here, fallback: fallbacks.stopListening }, async () => {
        await stopListening(key);
        return toPage('Listening stopped');
      });
    case 'test':
      return submit(
        form,
        testForm,
        async (value) => {
          const isHeard = await sendSampleEvent(key, value.type, testEventData(value.type));
          return isHeard ? toPage('Test event sent') : redirectWithToast(here, over);
        },
        { formId: testFormId, fallback: fallbacks.testWebhook },
      );
    default:
      throw new Response(null, { status: 400 });
  }
}
