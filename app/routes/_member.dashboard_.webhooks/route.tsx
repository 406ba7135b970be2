import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { CardCell, CardRow, CardTable } from '#app/components/card-table.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { HealthStamp, HealthText } from '#app/webhooks/webhook-page.tsx';
import { maxEndpoints } from '#domain/webhooks/contract.browser.ts';
import type { EndpointOutput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks', byMode: true };
export const meta = screenMeta('webhooks');

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const [livemode, endpoints] = await Promise.all([
    readLivemode(request, signedIn),
    listEndpoints(signedIn.userId),
  ]);
  return {
    livemode,
    endpoints: endpoints.filter((endpoint) => endpoint.livemode === livemode),
    mayAdd: endpoints.length < maxEndpoints,
  };
}

/** The addresses to which events of the dashboard's mode are posted. */
export default function WebhooksScreen() {
  const { livemode, endpoints, mayAdd } = useLoaderData<typeof loader>();
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
          changes its state, we post it to{' '}
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
        <EndpointTable endpoints={endpoints} />
      ) : (
        <EmptyState
          text="Add the address of your server. It gets each delivery without polling."
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

const columns = ['Endpoint', 'Events', 'State'];

/** All endpoints: a table on wide screens, cards on narrow ones. */
const EndpointTable = ({ endpoints }: { endpoints: EndpointOutput[] }) => (
  <CardTable caption="Webhook endpoints, the oldest first" columns={columns} widths={widths}>
    {endpoints.map((endpoint) => (
      <Row endpoint={endpoint} key={endpoint._id} />
    ))}
  </CardTable>
);

/** Column widths; the endpoint takes the rest. */
const widths: Record<string, string> = { Events: 'w-56', State: 'w-80' };

function Row({ endpoint }: { endpoint: EndpointOutput }) {
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
            Of {apiIds.length} {apiIds.length === 1 ? 'API key' : 'API keys'}
          </span>
        ) : null}
      </CardCell>
      <CardCell>
        <div className="grid justify-items-start gap-1">
          <HealthStamp endpoint={endpoint} />
          <HealthText endpoint={endpoint} />
        </div>
      </CardCell>
    </CardRow>
  );
}

/** Names the types of an endpoint, if they are few. */
const typesText = (types: EndpointOutput['types']): string => {
  if (types.length === 0) return 'All';
  return types.length > 2 ? `${types.length} types` : types.join(', ');
};
