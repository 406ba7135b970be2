import { Form, useLoaderData } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { EventStamp } from '#app/webhooks/event-cells.tsx';
import { backToEndpoints, WebhookPage } from '#app/webhooks/webhook-page.tsx';
import { act } from './act.server.ts';
import { Attempts } from './attempts.tsx';
import { Facts } from './facts.tsx';
import { loadEvent } from './load-event.server.ts';
import { useEventUpdates } from './use-event-updates.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks' };
export const meta = () => noIndexMeta('Webhook event');

export const loader = loadEvent;

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { params: { eventId = '' } }) => act(signedIn, form, eventId),
  { recentSignIn: false },
);

/** An event with what is posted, and its attempts. */
export default function WebhookEventScreen() {
  const { event, endpoint, body, attempts } = useLoaderData<typeof loader>();
  useEventUpdates(event);
  const back = endpoint
    ? { to: `${paths.webhook(event.endpoint)}#events`, label: 'Back to the endpoint' }
    : backToEndpoints;
  return (
    <WebhookPage
      actions={
        endpoint?.enabled ? (
          <Form data-fallback={fallbacks.replayWebhook} method="post" preventScrollReset>
            <button className="button-quiet" name="intent" type="submit" value="replay">
              Replay
            </button>
          </Form>
        ) : null
      }
      back={back}
      mark={<EventStamp state={event.status} />}
      title={event.type}
    >
      <div className="grid min-w-0 grid-cols-1 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <div className="grid min-w-0 gap-5">
          <Facts endpoint={endpoint} event={event} />
          <Body body={body} />
        </div>
        <Attempts attempts={attempts} event={event} />
      </div>
    </WebhookPage>
  );
}

/** The body of the request, rendered anew. */
function Body({ body }: { body: string | null }) {
  return (
    <section aria-labelledby="body-title" className="card min-w-0">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-5">
        <h3 className="text-sm font-medium" id="body-title">
          Body
        </h3>
        {body === null ? null : <CopyButton label="Body" text={body} />}
      </div>
      <div className="grid gap-2 px-5 py-4">
        {body === null ? (
          <p className="text-sm text-faint">
            What this event is about was deleted, so there is no body any more.
          </p>
        ) : (
          <>
            <pre className="min-w-0 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
              {body}
            </pre>
            <p className="text-xs text-faint">
              As it would be posted now, on one line. Data that was erased since it was posted is
              left out.
            </p>
          </>
        )}
      </div>
    </section>
  );
}
