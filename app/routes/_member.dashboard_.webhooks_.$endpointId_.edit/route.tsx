import { useLoaderData } from '@remix-run/react';
import { TestStamp } from '#app/components/icons.tsx';
import { PageBelow } from '#app/components/sections.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { DeleteCard } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { loadKeyChoices } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { EndpointForm } from '#app/webhooks/endpoint-form.tsx';
import {
  changesOf,
  endpointForm,
  endpointFormId,
  openAgain,
  toEndpointFields,
  toEndpointInput,
} from '#app/webhooks/forms.ts';
import { findEndpoint, requireKnownNewKeys } from '#app/webhooks/require-known-keys.server.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { deleteEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('webhooks', ({ name }: { name: string }) => `Change ${name}`);
export const meta = pageBelowMeta(handle, 'Change a webhook endpoint');

const tryNewAddress = 'Waiting events are posted to the new address now.';

const forms = screenForms({
  save: formAct({
    recentSignIn: { for: 'change_webhook' },
    schema: endpointForm,
    formId: endpointFormId,
    fallback: fallbacks.webhook,
    isRestored: true,
    run: async ({ shown, ...value }, { signedIn: { userId }, context, params }) => {
      const { endpointId: id = '' } = params;
      const { exactAddress: from } = toClientAddresses(context);
      // Without the values that the form had shown, the user's changes are unknown.
      if (!shown) throw new DomainError('invalid_parameter', { message: openAgain });
      const { changes, before } = changesOf(shown, toEndpointInput(value));
      await requireKnownNewKeys(userId, 'apiIds', id, changes);
      await changeEndpoint({ userId, keyId: null, from }, id, changes, before);
      return redirectDone(
        paths.webhook(id),
        'Webhook endpoint saved',
        changes.url === undefined ? undefined : tryNewAddress,
      );
    },
  }),
  delete: {
    recentSignIn: { for: 'delete_webhook' },
    act: ({ userId }, _, { params: { endpointId: id = '' } }) =>
      orToast({ to: paths.editWebhook(id), fallback: fallbacks.deleteWebhook }, async () => {
        await deleteEndpoint(userId, id);
        return redirectDone(paths.dashboard('webhooks'), 'Webhook endpoint deleted');
      }),
  },
});

/** @throws Response 404 if the account has no such endpoint */
export const loader = loadScreen(
  'webhooks',
  async ({ userId }, { params: { endpointId = '' } }) => {
    const endpoint = await findEndpoint(userId, endpointId);
    return {
      id: endpoint._id,
      name: endpoint.description ?? endpoint.url,
      url: endpoint.url,
      livemode: endpoint.livemode,
      fields: toEndpointFields(endpoint),
      keys: await loadKeyChoices(userId, endpoint.livemode),
    };
  },
  forms.showDraft,
);

export const action = actOnScreen('webhooks', forms.act, forms);

export default confirmFirst(EditWebhook);

function EditWebhook() {
  const { id, url, livemode, fields, keys } = useLoaderData<typeof loader>();
  return (
    <PageBelow
      back={{ to: paths.webhook(id), label: 'Back to the endpoint' }}
      mark={livemode ? null : <TestStamp />}
      text="A change takes effect within a second, also for waiting events."
      title={null}
    >
      <EndpointForm action="Save changes" endpoint={fields} keys={keys} />
      <DeleteEndpoint url={url} />
    </PageBelow>
  );
}

/** Deletes an endpoint after a confirmation. */
const DeleteEndpoint = ({ url }: { url: string }) => (
  <div className="max-w-3xl">
    <DeleteCard
      fallback={fallbacks.deleteWebhook}
      name={url}
      text="Its waiting events are discarded. Posted events stay in the log for 30 days."
      title="Delete this endpoint"
    >
      Delete <bdi className="font-mono text-xs">{url}</bdi>? Its signing secret is deleted too. This
      cannot be undone.
    </DeleteCard>
  </div>
);
