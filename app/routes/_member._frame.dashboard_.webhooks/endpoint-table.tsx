import { Link } from '@remix-run/react';
import { CardCell, CardRow, CardTable } from '#app/components/card-table.tsx';
import { paths } from '#app/paths.ts';
import { HealthStamp, HealthText } from '#app/webhooks/endpoint-health.tsx';
import type { EndpointOutput } from '#domain/notifications/webhooks/endpoint-contract.browser.ts';

const columns = ['Endpoint', 'Events', 'State'];

/** All endpoints: a table on wide screens, cards on narrow ones. */
export const EndpointTable = ({ endpoints }: { endpoints: EndpointOutput[] }) => (
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
        {/* Its click area covers the whole row. */}
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
