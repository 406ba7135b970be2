import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { CardCell, CardRow, CardTable, EmptyState } from '#app/components/lists.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { HookStamp } from '#app/hooks/hook-page.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { sendAsLabels } from '#domain/messaging/hooks/contract.browser.ts';
import { maxHooks } from '#domain/messaging/hooks/contract.ts';
import { findKind } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { listHooks } from '#domain/messaging/hooks/manage-hooks.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'hooks', byMode: true };
export const meta = screenMeta('hooks');

export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const [livemode, all] = await Promise.all([
    readLivemode(request, signedIn),
    listHooks(signedIn.userId),
  ]);
  const hooks = all
    .filter((hook) => hook.livemode === livemode)
    .map(({ id, name, kind, sendAs, isActive, hasSecret }) => ({
      ...{ id, name, sendAs, isActive, hasSecret },
      product: findKind(kind)?.title ?? kind,
    }));
  return { livemode, hooks, mayAdd: all.length < maxHooks, maxHooks };
}

type HookRow = Awaited<ReturnType<typeof loader>>['hooks'][number];

/** The hooks of the dashboard's mode. */
export default function HooksScreen() {
  const { livemode, hooks, mayAdd, maxHooks } = useLoaderData<typeof loader>();
  const add = mayAdd ? <PrimaryLink to={paths.newHook()}>Add a hook</PrimaryLink> : null;
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-2xl min-w-0 flex-1 basis-72 text-sm text-faint">
          A hook is an address that another product, such as Supabase, Keycloak or Alertmanager,
          calls to send {livemode ? 'messages' : 'test messages'}. You paste some lines into that
          product, and write no code.{' '}
          <TextLink to={paths.ownDocsSection('hooks')}>How hooks work</TextLink>
        </p>
        {hooks.length > 0 ? add : null}
      </div>
      {hooks.length > 0 ? (
        <CardTable
          caption="Hooks, the oldest first"
          columns={['Hook', 'Product', 'What is sent', 'State']}
          widths={{ Product: 'w-40', 'What is sent': 'w-80', State: 'w-48' }}
        >
          {hooks.map((hook) => (
            <Row hook={hook} key={hook.id} />
          ))}
        </CardTable>
      ) : (
        <EmptyState
          text="Connect a product, and it sends its codes and alerts through Dakiya."
          title={livemode ? 'No hooks yet' : 'No hooks in test mode yet'}
        >
          {add}
        </EmptyState>
      )}
      {mayAdd ? null : (
        <p className="text-sm text-faint">
          An account has at most {maxHooks} hooks in both modes together. Delete one to add another.
        </p>
      )}
    </div>
  );
}

const Row = ({ hook: { id, name, product, sendAs, ...state } }: { hook: HookRow }) => (
  <CardRow className="relative grid grid-cols-1 py-2 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
    <CardCell>
      {/* The click area of the link covers the whole row. */}
      <Link
        className="text-airmail underline-offset-4 [overflow-wrap:anywhere] after:absolute after:inset-0 hover:underline"
        to={paths.hook(id)}
      >
        <bdi>{name}</bdi>
      </Link>
    </CardCell>
    <CardCell label="Product">{product}</CardCell>
    <CardCell label="What is sent">{sendAsLabels[sendAs]}</CardCell>
    <CardCell>
      <HookStamp {...state} />
    </CardCell>
  </CardRow>
);
