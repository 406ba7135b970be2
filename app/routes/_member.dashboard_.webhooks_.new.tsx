import { useLoaderData } from '@remix-run/react';
import { PageBelow } from '#app/components/sections.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { toMode } from '#app/dashboard/mode.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { loadKeyChoices } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { EndpointForm } from '#app/webhooks/endpoint-form.tsx';
import {
  type EndpointFields,
  endpointForm,
  endpointFormId,
  toEndpointInput,
} from '#app/webhooks/forms.ts';
import { formIdempotency, requireKnownKeys } from '#app/webhooks/require-known-keys.server.ts';
import { backToEndpoints } from '#app/webhooks/webhook-page.tsx';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { newId } from '#platform/ids.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks' };
export const meta = () => noIndexMeta('Add a webhook endpoint');

const showDraft = (form: FormData) => draftReply(endpointFormId, endpointForm, form);

/** Loads the dashboard's mode, and an idempotency key for the form, so that a repeated submit creates only one endpoint. */
export const loader = loadScreen(
  'webhooks',
  async (signedIn, { request }) => ({
    once: newId('req'),
    livemode: await readLivemode(request, signedIn),
    keys: await loadKeyChoices(signedIn.userId),
  }),
  showDraft,
);

/** Creates the endpoint and opens its page, which can show its secret. */
export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { context }) =>
    submit(
      form,
      endpointForm,
      async (value) => {
        const { userId } = signedIn;
        const input = toEndpointInput(value);
        const once = formIdempotency(userId, form.get('once'), input);
        const author = { userId, keyId: null, from: toClientAddresses(context).exactAddress };
        const requireKeys = requireKnownKeys(userId, 'apiIds');
        const { data } = await createEndpoint(author, input, once, requireKeys);
        return redirectDone(
          paths.webhook(data._id),
          'Webhook endpoint added',
          'Select Show to see the secret with which the endpoint’s events are signed.',
        );
      },
      { formId: endpointFormId, fallback: fallbacks.webhook },
    ),
  { recentSignIn: { save: { for: 'create_webhook' } }, showDraft },
);

const initial: EndpointFields = {
  ...{ url: '', format: 'standard', includesText: 'on', enabled: 'on' },
};

export default confirmFirst(NewWebhook);

function NewWebhook() {
  const { once, livemode, keys } = useLoaderData<typeof loader>();
  return (
    <PageBelow
      back={backToEndpoints}
      text="Your server gets a signed POST request for each event. Your server must respond with a status from 200 to 299 within 15 seconds."
      title="Add an endpoint"
    >
      <EndpointForm
        action="Add endpoint"
        endpoint={{ ...initial, mode: toMode(livemode) }}
        keys={keys}
      >
        <input name="once" type="hidden" value={once} />
      </EndpointForm>
    </PageBelow>
  );
}
