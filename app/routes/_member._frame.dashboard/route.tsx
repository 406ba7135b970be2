import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import { newAddress } from '#app/dashboard/new-address.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { NewKeyCard } from '#app/keys/new-key-card.tsx';
import { planName } from '#app/plans/current-plan.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { act, recentSignIn } from './act.server.ts';
import { FirstStepsCard } from './first-steps/first-steps-card.tsx';
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

const actOnHome = actOnScreen(
  'home',
  (signedIn, form, { context }) => act(signedIn, form, toClientAddresses(context)),
  { recentSignIn },
);

export const action = Object.assign(
  async (args: ActionFunctionArgs) => {
    const moved = movedTo(args.request);
    // 308: the browser submits the form again at the new address.
    if (moved) throw redirect(moved, 308);
    return actOnHome(args);
  },
  { recentSignIn },
);

export default function HomeScreen() {
  return (
    <ConfirmFirst>
      <Home />
    </ConfirmFirst>
  );
}

/**
 * The statistics and a card for each API key; beside them, or below, the usage and the latest messages. A new account sees
 * the first steps, with its keys beside them.
 */
function Home() {
  const { livemode, keys, newKey, stats, usage, latest, steps } = useLoaderData<typeof loader>();
  const user = useSignedInUser();
  // A new account sees what to do first, and not that it has done nothing.
  const isNew = stats?.total.accepted === 0 && (steps !== null || keys?.length === 0);
  const cards = keys?.length ? (
    <ul className={`grid gap-4 lg:grid-cols-2 ${isNew ? 'xl:grid-cols-1' : ''}`}>
      {keys.map((key) => (
        <KeyCard apiKey={key} key={key._id} />
      ))}
    </ul>
  ) : // The first step creates the first key.
  keys !== null && steps?.hasKey === false ? null : (
    <EmptyKeys failed={keys === null} livemode={livemode} {...emptyText(livemode)} />
  );
  return (
    <>
      <p className="-mt-4 min-w-0 text-sm break-words text-faint">Welcome back, {user.name}</p>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-4">
          {newKey ? <NewKeyCard newKey={newKey} /> : null}
          {steps ? <FirstStepsCard steps={steps} /> : null}
          {isNew ? null : <StatsCard stats={stats} />}
          {steps && isNew ? null : cards}
        </div>
        {isNew ? (
          steps && cards
        ) : (
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
