import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { valueName } from '#app/console/fill-in.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { confirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, type RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import { type ScreenHandle, screens } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { ApiId, ApiKeyStatus, ApiSecret, NewKeyCard } from '#app/keys/key-values.tsx';
import { loadKeys, loadNewKey, reveal } from '#app/keys/keys.server.ts';
import { Recipient, StateStamp } from '#app/messages/message-cells.tsx';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/plan-button.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { type Addresses, toClientAddresses } from '#app/session/to-client-addresses.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { loadUsage, type Usage } from '#app/usage/load-usage.server.ts';
import { UsageBar, UsageMonth } from '#app/usage/usage-bar.tsx';
import { findSendable } from '#domain/dlt/sending/find-sendable.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import {
  type ApiKeyOutput,
  apiKeyIdOrPublicId,
} from '#domain/identity/api-keys/contract.browser.ts';
import { listKeys } from '#domain/identity/api-keys/list-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { listWithoutTexts } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import { periodOf } from '#domain/messaging/stats/period.ts';
import { readStats } from '#domain/messaging/stats/read-stats.ts';
import { clock } from '#platform/clock.browser.ts';
import { logger } from '#platform/logger.ts';
import { FirstStepsCard } from './first-steps/first-steps-card.tsx';
import { findTestKey, loadFirstSteps } from './first-steps/load-first-steps.server.ts';
import { HomeCard } from './home-card.tsx';
import { StatsCard, toAccountStats } from './stats/stats-card.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'home', byMode: true };
export const meta = screenMeta('home');

/** Which sensitive actions the forms carry out, by `intent`. */
const recentSignIn = {
  reveal: { for: 'reveal_key' },
  'fill-in-key': { for: 'reveal_key' },
  'send-test': false,
  'hide-first-steps': false,
} satisfies RecentSignInOfForms;

/** Handles the forms of Home, by `intent`. */
async function act(signedIn: SignedInUser, form: FormData, from: Addresses) {
  switch (form.get('intent')) {
    case 'reveal': {
      const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
      if (key === undefined) throw new Response(null, { status: 400 });
      return reveal(signedIn, key, paths.dashboard());
    }
    case 'send-test':
      return orToast({ to: paths.dashboard(), fallback: fallbacks['send-message'] }, () =>
        sendTestMessage(signedIn, form, from),
      );
    case 'fill-in-key':
      // The page itself fills it in while the sign-in is recent.
      return redirect(paths.dashboard());
    case 'hide-first-steps':
      return orToast({ to: paths.dashboard(), fallback: fallbacks.other }, async () => {
        await hideFirstSteps(signedIn.userId);
        return redirect(paths.dashboard());
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The text is in the default alphabet, so that it is one segment. */
const text = 'Hello from Dakiya. This is a test message.';

/**
 * Sends a message to a test number with the account's test key, and with one of its templates if the account has an own
 * header. Then it shows Home with the delivery status.
 *
 * @param form contains the idempotency key of the page, so that submitting twice sends one message
 */
async function sendTestMessage(
  signedIn: SignedInUser,
  form: FormData,
  from: Addresses,
): Promise<Response> {
  const key = findTestKey(await listKeys(signedIn.userId));
  if (!key) {
    return redirectWithToast(paths.dashboard(), {
      type: 'error',
      title: fallbacks['send-message'],
      message: 'You have no active test key. Please create one first.',
    });
  }
  const sendable = await findSendable(signedIn.userId, exampleTestRecipient);
  if (!sendable) {
    return redirectWithToast(paths.dashboard(), {
      type: 'error',
      title: fallbacks['send-message'],
      message: 'Messages under your own header need a template. Please register one first.',
    });
  }
  const call = new FormData();
  call.set('key', key.keyId);
  call.set('phone', exampleTestRecipient);
  if (sendable === 'any text') call.set('message', text);
  else {
    call.set('sender', sendable.sender);
    call.set('template', sendable.templateId);
    for (const [at, value] of sendable.values.entries()) call.set(valueName(at), value);
  }
  call.set('idempotencyKey', form.get('idempotencyKey') ?? '');
  const { message, toast } = await handleConsoleForm('message', signedIn, call, from);
  return redirectWithToast(paths.dashboard('home', message ? { sent: message._id } : {}), toast);
}

const known = new Map(screens.map((screen) => [screen.id as string, screen]));

/**
 * The address of a screen for the older `/dashboard?tab=` address, with its other parameters.
 *
 * @returns null if `tab` names no screen
 */
function newAddress(search: URLSearchParams): string | null {
  const screen = known.get(search.get('tab') ?? '');
  if (!screen) return null;
  const rest = without(search, 'tab');
  if (screen.id !== 'messages') return paths.dashboard(screen.id, rest);
  const message = rest.get('message');
  if (message !== null) return paths.message(message, without(rest, 'message'));
  if (rest.get('section') !== 'refused') return paths.messages(rest);
  const after = rest.get('after');
  return paths.requestLog(after === null ? {} : { after });
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}

/** The current address of the screen that `?tab=` names, as in the specification. */
const movedTo = ({ url }: Request) => newAddress(new URL(url).searchParams);

/** Messages that Home shows. */
const latestCount = 5;

/**
 * Loads the API keys, the one that was just created, statistics and latest messages of the dashboard's mode, in live mode also the usage, and the first
 * steps of a new account; each is null if it could not be loaded, so that the others are shown.
 */
async function loadHome(signedIn: SignedInUser, request: Request) {
  const { userId } = signedIn;
  const [livemode, { keys }] = await Promise.all([
    readLivemode(request, signedIn),
    loadKeys(signedIn),
  ]);
  const sentId = new URL(request.url).searchParams.get('sent');
  const [newKey, stats, usage, latest, steps] = await Promise.all([
    orNull('new key', loadNewKey(signedIn, request, keys)),
    orNull(
      'statistics',
      readStats(userId, periodOf('30d', clock.now()), { livemode }).then(toAccountStats),
    ),
    // Test messages do not count towards the plan.
    livemode ? orNull('usage', loadUsage(signedIn)) : null,
    orNull('latest messages', listWithoutTexts(userId, { limit: latestCount, livemode })),
    orNull('first steps', loadFirstSteps(signedIn, keys ?? [], sentId)),
  ]);
  return {
    livemode,
    newKey,
    keys: keys?.filter((key) => key.livemode === livemode) ?? null,
    stats,
    usage,
    latest: latest?.entries ?? null,
    steps,
  };
}

async function orNull<T>(part: string, loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    logger.error({ error, part }, 'a part of Home could not be loaded');
    return null;
  }
}

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

export default confirmFirst(Home);

/**
 * The statistics and a card for each API key; beside them, or below, the usage and the latest messages. A new account sees
 * the first steps, with its keys beside them.
 */
function Home() {
  const { livemode, keys, newKey, stats, usage, latest, steps } = useLoaderData<typeof loader>();
  const user = useSignedInUser();
  // A new account sees the first steps instead of empty statistics.
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

/** The remaining quota of the plan this month; nothing if it could not be read. */
function UsageCard({ plan, usage }: { plan: string; usage: Usage | null }) {
  if (!usage) return null;
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit } = usage;
  return (
    <HomeCard
      id="usage"
      link={{ to: paths.dashboard('plan-details'), label: `${plan} plan` }}
      title="This month"
    >
      <div className="grid gap-4 px-5 py-5">
        <UsageBar label="Messages" limit={messageLimit} used={messagesUsed} />
        <UsageBar label="API calls" limit={apiCallLimit} used={apiCallsUsed} />
        <p className="text-xs text-faint">
          <UsageMonth {...usage} />
        </p>
      </div>
    </HomeCard>
  );
}

type LatestMessage = Pick<MessageOutput, '_id' | 'status' | 'recipient' | 'createdAt'>;

/** The last messages with their states; nothing if there are none, or they could not be read. */
function LatestMessages({ messages }: { messages: LatestMessage[] | null }) {
  if (!messages?.length) return null;
  return (
    <HomeCard
      id="latest-messages"
      link={{ to: paths.dashboard('messages'), label: 'All messages' }}
      title="Latest messages"
    >
      <ul className="divide-y divide-line">
        {messages.map(({ _id, status, recipient, createdAt }) => (
          <li
            className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 hover:bg-desk"
            key={_id}
          >
            {/* Its touch area is the whole row. */}
            <Link
              className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
              to={paths.message(_id)}
            >
              <Recipient recipient={recipient} />
            </Link>
            <StateStamp state={status} />
            <span className="w-full text-xs text-faint">
              <Timestamp at={new Date(createdAt)} />
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

/** An API key with links to try and manage it. */
function KeyCard({ apiKey }: { apiKey: ApiKeyOutput }) {
  return (
    <li className="card flex min-w-0 flex-col">
      <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
        <h2 className="min-w-0 text-sm font-medium break-words">{apiKey.name}</h2>
        <ApiKeyStatus apiKey={apiKey} />
      </div>
      <dl className="grid flex-1 content-start gap-2 px-5 py-3">
        <div>
          <dt className="text-xs text-faint">API ID</dt>
          <dd>
            <ApiId apiKey={apiKey} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-faint">API Key</dt>
          <dd>
            <ApiSecret apiKey={apiKey} />
          </dd>
        </div>
      </dl>
      <div className="flex gap-2 border-t border-line px-5 py-3">
        <Link
          aria-label={`Try API with ${apiKey.name}`}
          className="button-quiet"
          to={paths.tryKey(apiKey.keyId)}
        >
          Try API
        </Link>
        <Link
          aria-label={`Manage ${apiKey.name}`}
          className="button-quiet"
          to={`${paths.dashboard('manage-api')}#${apiKey._id}`}
        >
          Manage
        </Link>
      </div>
    </li>
  );
}
