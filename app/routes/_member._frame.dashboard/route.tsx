import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import { newAddress } from '#app/dashboard/new-address.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { reveal } from '#app/keys/reveal.server.ts';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/current-plan.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { apiKeyIdOrPublicId } from '#domain/identity/api-keys/contract.ts';
import { KeyCard } from './key-card.tsx';
import { LatestMessages } from './latest-messages.tsx';
import { loadHome } from './load-home.server.ts';
import { StatsCard } from './stats/stats-card.tsx';
import { UsageCard } from './usage-card.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'home', byMode: true };
export const meta = screenMeta('home');

/** The current address of the screen that `?tab=` names, as in the specification. */
const movedTo = ({ url }: Request) => newAddress(new URL(url).searchParams);

export async function loader({ request }: LoaderFunctionArgs) {
  const moved = movedTo(request);
  if (moved) throw redirect(moved);
  return loadHome(await requireSignedInUser(request), request);
}

export async function action(args: ActionFunctionArgs) {
  const moved = movedTo(args.request);
  // 308: the browser submits the form again at the new address.
  if (moved) throw redirect(moved, 308);
  return revealKey(args);
}

/** The only form of the cards: reveals the secret of a key. */
const revealKey = actOnScreen('home', async (signedIn, form) => {
  const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
  if (key === undefined || form.get('intent') !== 'reveal')
    throw new Response(null, { status: 400 });
  return reveal(signedIn, key, paths.dashboard());
});

export default function HomeScreen() {
  return (
    <ConfirmFirst>
      <Home />
    </ConfirmFirst>
  );
}

/** The statistics and a card for each API key; beside them, or below, the usage and the latest messages. */
function Home() {
  const { livemode, keys, stats, usage, latest } = useLoaderData<typeof loader>();
  const user = useSignedInUser();
  // A user without keys and messages sees only the way to create a key.
  const isNew = keys?.length === 0 && stats?.total.accepted === 0;
  return (
    <>
      <p className="-mt-4 min-w-0 text-sm break-words text-faint">Welcome back, {user.name}</p>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          {isNew ? null : <StatsCard stats={stats} />}
          {keys?.length ? (
            <ul className="grid gap-4 lg:grid-cols-2">
              {keys.map((key) => (
                <KeyCard apiKey={key} key={key._id} />
              ))}
            </ul>
          ) : (
            <EmptyKeys failed={keys === null} livemode={livemode} {...emptyText(livemode)} />
          )}
        </div>
        {isNew ? null : (
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 xl:grid-cols-1">
            <UsageCard plan={planName(user)} usage={usage} />
            <LatestMessages messages={latest} />
          </div>
        )}
      </div>
    </>
  );
}

const emptyText = (livemode: boolean) =>
  livemode
    ? { title: 'You have no API keys yet', text: 'Create one to send your first message.' }
    : { title: 'You have no test keys yet', text: 'Create one to try the API out.' };
