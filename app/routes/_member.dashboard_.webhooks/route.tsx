import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { CardCell, CardRow, CardTable, EmptyState } from '#app/components/lists.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { HealthStamp, HealthText } from '#app/webhooks/webhook-page.tsx';
import { formatCount, formatLatency, formatShare } from '#domain/shared/format.browser.ts';
import { maxEndpoints } from '#domain/webhooks/contract.browser.ts';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { type Deliveries, readDeliveries } from '#domain/webhooks/log/read-endpoint-health.ts';
import { clock } from '#platform/clock.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks', byMode: true };
export const meta = screenMeta('webhooks');

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const { userId } = signedIn;
  const [livemode, endpoints] = await Promise.all([
    readLivemode(request, signedIn),
    listEndpoints(userId),
  ]);
  const to = clock.now();
  const day = { from: new Date(to.getTime() - dayMs), to };
  return {
    livemode,
    deliveries: await readDeliveries(userId, day, livemode),
    endpoints: endpoints.filter((endpoint) => endpoint.livemode === livemode),
    mayAdd: endpoints.length < maxEndpoints,
  };
}

const dayMs = 24 * 3_600_000;

/** The addresses to which events of the dashboard's mode are posted. */
export default function WebhooksScreen() {
  const { livemode, endpoints, deliveries, mayAdd } = useLoaderData<typeof loader>();
  const add = <PrimaryLink to={paths.newWebhook}>Add an endpoint</PrimaryLink>;
  const listen = (
    <Link className="button-quiet min-h-10" to={paths.listen()}>
      Listen to events
    </Link>
  );
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl min-w-0 flex-1 basis-72 text-sm text-faint">
          When a {livemode ? 'message or a one-time password' : 'test message or a test code'}{' '}
          changes its state, we post an event to{' '}
          {livemode ? 'your endpoints' : 'the endpoints of test mode'}.{' '}
          <TextLink to={paths.ownDocsSection('webhooks')}>How webhooks work</TextLink>
        </p>
        {endpoints.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {listen}
            {mayAdd ? add : null}
          </div>
        ) : null}
      </div>
      {endpoints.length > 0 ? (
        <EndpointTable deliveries={deliveries} endpoints={endpoints} />
      ) : (
        <EmptyState
          text="Add the address of your server. Your server then gets each event without polling."
          title={livemode ? 'No endpoints yet' : 'No endpoints in test mode yet'}
        >
          <div className="flex flex-wrap justify-center gap-2">
            {mayAdd ? add : null}
            {listen}
          </div>
        </EmptyState>
      )}
      {mayAdd ? null : (
        <p className="text-sm text-faint">
          An account has at most {maxEndpoints} endpoints in both modes together. Delete one to add
          another.
        </p>
      )}
    </div>
  );
}

/** Column widths; the endpoint takes the rest. */
const widths: Record<string, string> = { Events: 'w-36', 'Last 24 hours': 'w-44', State: 'w-80' };

const columns = ['Endpoint', ...Object.keys(widths)];

type EndpointTableProps = { endpoints: EndpointOutput[]; deliveries: Deliveries[] };

/** All endpoints: a table on wide screens, cards on narrow ones. */
const EndpointTable = ({ endpoints, deliveries }: EndpointTableProps) => (
  <CardTable caption="Webhook endpoints, the oldest first" columns={columns} widths={widths}>
    {endpoints.map((endpoint) => (
      <Row
        delivered={deliveries.find(({ endpointId }) => endpointId === endpoint._id)}
        endpoint={endpoint}
        key={endpoint._id}
      />
    ))}
  </CardTable>
);

function Row({
  endpoint,
  delivered,
}: {
  endpoint: EndpointOutput;
  delivered: Deliveries | undefined;
}) {
  const { _id, url, description, types, apiIds } = endpoint;
  return (
    <CardRow className="relative grid grid-cols-1 py-2 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <CardCell>
        {/* The click area of the link covers the whole row. */}
        <Link
          className="font-mono text-xs text-airmail underline-offset-4 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
          to={paths.webhook(_id)}
        >
          <bdi>{url}</bdi>
        </Link>
        {description ? (
          <span className="block text-xs text-faint [overflow-wrap:anywhere]">
            <bdi>{description}</bdi>
          </span>
        ) : null}
      </CardCell>
      <CardCell label="Events">
        <span className="[overflow-wrap:anywhere]">{typesText(types)}</span>
        {apiIds.length > 0 ? (
          <span className="block text-xs text-faint">
            Only events of {apiIds.length} {apiIds.length === 1 ? 'API key' : 'API keys'}
          </span>
        ) : null}
      </CardCell>
      <CardCell label="Last 24 hours">
        {delivered ? (
          <DeliveryRate {...delivered} />
        ) : (
          <span className="text-faint">No events</span>
        )}
      </CardCell>
      <CardCell>
        <div className="grid justify-items-start gap-1">
          <HealthStamp endpoint={endpoint} />
          <HealthText endpoint={endpoint} isShort />
        </div>
      </CardCell>
    </CardRow>
  );
}

/** The share of delivered events, and the duration of their last attempts. */
const DeliveryRate = ({ delivered, events, p95Ms }: Deliveries) => (
  <span className="tabular-nums">
    {formatShare(delivered, events)} delivered
    <span className="block text-xs text-faint">
      Of {formatCount(events)} {events === 1 ? 'event' : 'events'}
      {p95Ms === null ? null : `, p95 ${formatLatency(p95Ms)}`}
    </span>
  </span>
);

/** Names the event types of an endpoint, if there are few. */
const typesText = (types: EndpointOutput['types']): string => {
  if (types.length === 0) return 'All';
  return types.length > 2 ? `${types.length} types` : types.join(', ');
};
