import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { maxEndpoints } from '#domain/notifications/webhooks/contract.ts';
import { listEndpoints } from '#domain/notifications/webhooks/endpoints/manage-endpoints.server.ts';
import { EndpointTable } from './endpoint-table.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks' };
export const meta = screenMeta('webhooks');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { endpoints: await listEndpoints(userId) };
}

/** The addresses to which events of the account are posted. */
export default function WebhooksScreen() {
  const { endpoints } = useLoaderData<typeof loader>();
  const mayAdd = endpoints.length < maxEndpoints;
  const add = (
    <Link className="button-primary" to={paths.newWebhook}>
      Add an endpoint
    </Link>
  );
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl text-sm text-faint">
          When a message or a one-time password changes its state, we post it to your endpoints.{' '}
          <Link className="link" to={paths.ownDocsSection('webhooks')}>
            How webhooks work
          </Link>
        </p>
        {endpoints.length > 0 && mayAdd ? add : null}
      </div>
      {endpoints.length > 0 ? (
        <EndpointTable endpoints={endpoints} />
      ) : (
        <EmptyState
          text="Add the address of your server. It gets each delivery without polling."
          title="No endpoints yet"
        >
          {add}
        </EmptyState>
      )}
      {mayAdd ? null : (
        <p className="text-sm text-faint">
          An account has at most {maxEndpoints} endpoints. Delete one to add another.
        </p>
      )}
    </div>
  );
}
