import { useLoaderData } from '@remix-run/react';
import { TestStamp } from '#app/components/stamps.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { DeleteCard } from '#app/forms/delete-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { EndpointForm } from '#app/webhooks/endpoint-form.tsx';
import { findEndpoint } from '#app/webhooks/find-endpoint.server.ts';
import { toEndpointFields } from '#app/webhooks/forms.ts';
import { WebhookPage } from '#app/webhooks/webhook-page.tsx';
import { act, recentSignIn, showDraft } from './act.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks' };
export const meta = () => noIndexMeta('Change a webhook endpoint');

/** @throws Response 404 if the account has no such endpoint */
export const loader = loadScreen(
  'webhooks',
  async ({ userId }, { params: { endpointId = '' } }) => {
    const endpoint = await findEndpoint(userId, endpointId);
    return {
      id: endpoint._id,
      url: endpoint.url,
      livemode: endpoint.livemode,
      fields: toEndpointFields(endpoint),
    };
  },
  showDraft,
);

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { context, params: { endpointId = '' } }) =>
    act(signedIn, form, endpointId, toClientAddresses(context).exactAddress),
  { recentSignIn, showDraft },
);

export default function EditWebhookScreen() {
  return (
    <ConfirmFirst>
      <EditWebhook />
    </ConfirmFirst>
  );
}

function EditWebhook() {
  const { id, url, livemode, fields } = useLoaderData<typeof loader>();
  return (
    <WebhookPage
      back={{ to: paths.webhook(id), label: 'Back to the endpoint' }}
      mark={livemode ? null : <TestStamp />}
      text="A change takes effect within a second, also for events that wait."
      title="Change the endpoint"
    >
      <EndpointForm action="Save changes" endpoint={fields} />
      <DeleteEndpoint url={url} />
    </WebhookPage>
  );
}

/** Deletes an endpoint after a confirmation. */
const DeleteEndpoint = ({ url }: { url: string }) => (
  <div className="max-w-3xl">
    <DeleteCard
      fallback={fallbacks.deleteWebhook}
      name={url}
      text="Events that wait for it are discarded. What was posted stays in the log for 30 days."
      title="Delete this endpoint"
    >
      Delete <bdi className="font-mono text-xs">{url}</bdi>? Its signing secret goes with it, and it
      cannot be restored.
    </DeleteCard>
  </div>
);
