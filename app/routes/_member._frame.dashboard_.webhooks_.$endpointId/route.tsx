import { Form, Link, useLoaderData } from '@remix-run/react';
import { TestStamp } from '#app/components/test-stamp.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { HealthStamp, HealthText } from '#app/webhooks/endpoint-health.tsx';
import { TestEvent } from '#app/webhooks/test-event.tsx';
import { backToEndpoints, WebhookPage } from '#app/webhooks/webhook-page.tsx';
import { act, recentSignIn, showDraft } from './act.server.ts';
import { EventTable } from './event-table.tsx';
import { Health } from './health.tsx';
import { loadEndpoint } from './load-endpoint.server.ts';
import { Replays } from './replays.tsx';
import { SigningSecret } from './signing-secret.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks' };
export const meta = () => noIndexMeta('Webhook endpoint');

export const loader = loadScreen('webhooks', loadEndpoint, showDraft);

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { context, params: { endpointId = '' } }) =>
    act(signedIn, form, endpointId, toClientAddresses(context).exactAddress),
  { recentSignIn, showDraft },
);

export default function WebhookScreen() {
  return (
    <ConfirmFirst>
      <Webhook />
    </ConfirmFirst>
  );
}

/** An endpoint: how it does, its secret, its events, and what to do about those that failed. */
function Webhook() {
  const { endpoint, health, limits, events, filter, recoveries, today, once } =
    useLoaderData<typeof loader>();
  const { _id, url, description, enabled, livemode } = endpoint;
  return (
    <WebhookPage
      actions={
        <>
          {enabled ? (
            <TestEvent note="It is signed and retried like any other." />
          ) : (
            <Form data-fallback={fallbacks.webhook} method="post">
              <button className="button-primary" name="intent" type="submit" value="turn-on">
                Turn on
              </button>
            </Form>
          )}
          <Link className="button-quiet" to={paths.editWebhook(_id)}>
            Change
          </Link>
        </>
      }
      back={backToEndpoints}
      mark={
        <span className="flex gap-1.5">
          {livemode ? null : <TestStamp />}
          <HealthStamp endpoint={endpoint} />
        </span>
      }
      title={description ?? url}
    >
      <div className="-mt-2 grid gap-2">
        {description === null ? null : (
          <code className="font-mono text-xs [overflow-wrap:anywhere]">{url}</code>
        )}
        <code className="font-mono text-xs break-all text-faint">{_id}</code>
        <HealthText endpoint={endpoint} />
      </div>
      <Health endpoint={endpoint} health={health} limits={limits} />
      <div className="grid min-w-0 grid-cols-1 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <SigningSecret endpointId={_id} once={once} />
        <Replays endpoint={endpoint} recoveries={recoveries} today={today} />
      </div>
      <EventTable endpointId={_id} events={events} filter={filter} />
    </WebhookPage>
  );
}
