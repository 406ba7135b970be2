import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { RangeLinks } from '#app/charts/key-figures.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { valueName } from '#app/console/fill-in.ts';
import { handleConsoleForm } from '#app/console/handle-console-form.server.ts';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { actOnScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import { type ScreenHandle, screens } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import {
  ApiId,
  ApiKeyStatus,
  ApiSecret,
  NewKeyCard,
  type Revealed,
} from '#app/keys/key-values.tsx';
import { loadKeys, loadNewKey, reveal } from '#app/keys/keys.server.ts';
import { MessageText, Recipient, StateStamp } from '#app/messages/log-parts.tsx';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/plans.ts';
import {
  type Addresses,
  requireSignedInUser,
  toClientAddresses,
} from '#app/session/session.server.ts';
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
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { stateGroups } from '#domain/messaging/messages/contract.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { exampleTestRecipient } from '#domain/messaging/recipients/magic-numbers.ts';
import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { formatDuration } from '#domain/shared/format.browser.ts';
import { logger } from '#platform/logger.ts';
import { FirstStepsCard } from './first-steps/first-steps-card.tsx';
import { findTestKey, loadFirstSteps } from './first-steps/load-first-steps.server.ts';
import {
  AttentionList,
  CarriersCard,
  FailedHealth,
  Figures,
  HomeCard,
  NoMessages,
  ReasonsCard,
  VolumeCard,
} from './health-cards.tsx';
import { loadAttention, loadHealth, type Range, readRange } from './load-health.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'home', byMode: true };
export const meta = screenMeta('home');

const forms = screenForms({
  reveal: {
    recentSignIn: { for: 'reveal_key' },
    act: async (signedIn, form) => {
      const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
      if (key === undefined) throw new Response(null, { status: 400 });
      return reveal(signedIn, key, paths.dashboard());
    },
  },
  'fill-in-key': {
    recentSignIn: { for: 'reveal_key' },
    // While the sign-in is recent, the page fills in the secret.
    act: async () => redirect(paths.dashboard()),
  },
  'send-test': {
    recentSignIn: false,
    act: (signedIn, form, { context }) =>
      orToast({ to: paths.dashboard(), fallback: fallbacks['send-message'] }, () =>
        sendTestMessage(signedIn, form, toClientAddresses(context)),
      ),
  },
  'hide-first-steps': {
    recentSignIn: false,
    act: ({ userId }) =>
      orToast({ to: paths.dashboard(), fallback: fallbacks.other }, async () => {
        await hideFirstSteps(userId);
        return redirect(paths.dashboard());
      }),
  },
});

/** The text uses the default alphabet, so it is one segment. */
const text = 'Hello from Dakiya. This is a test message.';

/**
 * Sends a message to a test number with the account's test key, and with a template of the account if the account has
 * its own header. Then Home shows the delivery status.
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
 * Converts an older `/dashboard?tab=` address to the address of the screen, and keeps the other parameters.
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

/** The current URL of the screen that `?tab=` names, as in the specification. */
const movedTo = ({ url }: Request) => newAddress(new URL(url).searchParams);

/** Messages that Home shows. A phone shows the first five. */
const latestCount = 10;

/** Reads the latest messages, all or only failed ones, and records the view of their texts. */
const listLatest = (viewer: Viewer, livemode: boolean, failed: boolean) =>
  listMessages(viewer, {
    ...{ limit: latestCount, livemode },
    ...(failed && { states: stateGroups.failed }),
  });

/**
 * Loads the data of Home: the API keys, a newly created key, the first steps of a new account, and the statistics and latest
 * messages of the dashboard's mode; in live mode also the usage. A part that could not be loaded is null, so that the others
 * are still shown.
 */
async function loadHome(signedIn: SignedInUser, args: LoaderFunctionArgs, range: Range) {
  const { request } = args;
  const { userId } = signedIn;
  const [livemode, { keys }] = await Promise.all([
    readLivemode(request, signedIn),
    loadKeys(signedIn),
  ]);
  const search = new URL(request.url).searchParams;
  const sentId = search.get('sent');
  const showsFailed = search.get('latest') === 'failed';
  const [newKey, health, attention, usage, latest, steps] = await Promise.all([
    orNull('new key', loadNewKey(signedIn, request, keys)),
    orNull('statistics', loadHealth(userId, range, livemode)),
    orNull('attention', loadAttention(userId, livemode)),
    // Test messages do not count towards the plan.
    livemode ? orNull('usage', loadUsage(signedIn)) : null,
    orNull('latest messages', listLatest(toViewer(signedIn, args, 'page'), livemode, showsFailed)),
    orNull('first steps', loadFirstSteps(signedIn, keys ?? [], sentId)),
  ]);
  return {
    livemode,
    newKey,
    keys: keys?.filter((key) => key.livemode === livemode) ?? null,
    ...{ range, showsFailed, health, attention },
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

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const moved = movedTo(request);
  if (moved) throw redirect(moved);
  const signedIn = await requireSignedInUser(request);
  const { range, headers } = await readRange(request);
  return data(await loadHome(signedIn, args, range), { headers });
}

const { recentSignIn } = forms;

const actOnHome = actOnScreen('home', forms.act, { recentSignIn });

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
 * Shows problems that need attention, the figures of a period, the latest messages, and a row per API key. A new account
 * sees the first steps, with the API keys beside them.
 */
function Home() {
  const { livemode, keys, newKey, range, health, attention, usage, latest, showsFailed, steps } =
    useLoaderData<typeof loader>();
  const user = useSignedInUser();
  // A new account sees the first steps instead of empty statistics.
  const isUnused = health?.total.accepted === 0 && health.before.accepted === 0;
  const shown = isUnused ? null : health;
  const isNew = isUnused && (steps !== null || keys?.length === 0);
  const rows = keys?.length ? (
    <KeyList keys={keys} />
  ) : // Shows nothing without a key, because the first step creates one.
  keys !== null && steps?.hasKey === false ? null : (
    <EmptyKeys failed={keys === null} livemode={livemode} {...emptyText(livemode)} />
  );
  return (
    <>
      <div className="-mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 text-sm break-words text-faint">Welcome back, {user.name}</p>
        {isNew ? null : (
          <RangeLinks
            open={range}
            ranges={['24h', '7d', '30d']}
            to={(one) => paths.dashboard('home', { range: one })}
          />
        )}
      </div>
      <AttentionList attention={attention} usage={usage} />
      {newKey ? <NewKeyCard newKey={newKey} /> : null}
      {isNew && steps ? <FirstStepsCard steps={steps} /> : null}
      {isNew ? null : health === null ? (
        <FailedHealth />
      ) : isUnused ? (
        <NoMessages range={range} />
      ) : (
        <Figures health={health} usage={usage} />
      )}
      {isNew ? null : (
        // At most 40 %, so that the left column still has room if only the text is enlarged.
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,min(20rem,40%))] xl:grid-rows-[auto_1fr] 2xl:grid-cols-[minmax(0,1fr)_minmax(0,min(24rem,40%))]">
          <div className="grid min-w-0 gap-4">
            {shown ? <VolumeCard health={shown} /> : null}
            <LatestMessages messages={latest} showsFailed={showsFailed} />
          </div>
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2 xl:row-span-2 xl:grid-cols-1">
            {shown ? <ReasonsCard health={shown} /> : null}
            {shown ? <CarriersCard health={shown} /> : null}
            <UsageCard plan={planName(user)} usage={usage} />
          </div>
          {steps ? <FirstStepsCard steps={steps} /> : null}
        </div>
      )}
      {rows}
    </>
  );
}

const emptyText = (livemode: boolean) =>
  livemode
    ? { title: 'You have no API keys yet', text: 'Create one to send your first message.' }
    : { title: 'You have no test keys yet', text: 'Create one to try the API out.' };

/** The remaining quota of the plan this month. Renders nothing if it could not be read. */
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

type LatestMessage = Pick<
  MessageOutput,
  '_id' | 'status' | 'kind' | 'recipient' | 'content' | 'createdAt' | 'settledAt'
>;

type LatestMessagesProps = { messages: LatestMessage[] | null; showsFailed: boolean };

/**
 * The latest messages with their states, all or only failed ones. Renders nothing if there are none, or they could not be
 * read.
 */
function LatestMessages({ messages, showsFailed }: LatestMessagesProps) {
  if (!messages || (messages.length === 0 && !showsFailed)) return null;
  return (
    <HomeCard
      id="latest-messages"
      link={{ to: paths.dashboard('messages'), label: 'All messages' }}
      title="Latest messages"
    >
      <nav aria-label="Latest messages" className="flex gap-4 px-5 pt-2 text-xs">
        <LatestLink isOpen={!showsFailed} label="All" to={paths.dashboard()} />
        <LatestLink
          isOpen={showsFailed}
          label="Failed"
          to={paths.dashboard('home', { latest: 'failed' })}
        />
      </nav>
      {messages.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">No message has failed.</p>
      ) : (
        <div className="@container">
          <ul className="divide-y divide-line @min-[35rem]:grid @min-[35rem]:grid-cols-[auto_auto_auto_minmax(0,1fr)_auto] @min-[35rem]:gap-x-3">
            {messages.map((message) => (
              <Latest key={message._id} message={message} />
            ))}
          </ul>
        </div>
      )}
    </HomeCard>
  );
}

const LatestLink = ({ isOpen, label, to }: { isOpen: boolean; label: string; to: string }) => (
  <Link
    aria-current={isOpen ? 'true' : undefined}
    className="py-1 text-faint hover:text-ink aria-[current=true]:text-ink aria-[current=true]:underline aria-[current=true]:underline-offset-4"
    preventScrollReset
    to={to}
  >
    {label}
  </Link>
);

/** One line with a message, in the columns of the list. If the list is narrow, the text is below the other values. */
function Latest({ message }: { message: LatestMessage }) {
  const { _id, status, kind, recipient, content, createdAt, settledAt } = message;
  const took = settledAt === null ? null : Date.parse(settledAt) - Date.parse(createdAt);
  return (
    <li className="relative flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-xs hover:bg-paper @max-[35rem]:nth-[n+6]:hidden @min-[35rem]:col-span-full @min-[35rem]:grid @min-[35rem]:grid-cols-subgrid">
      <span className="text-faint">
        <Timestamp at={new Date(createdAt)} timeStyle="medium" />
      </span>
      <span>
        <StateStamp state={status} />
      </span>
      {/* The touch area of the link is the whole row. */}
      <Link
        className="font-mono text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
        to={paths.message(_id)}
      >
        <Recipient recipient={recipient} />
      </Link>
      <span className="order-last basis-full truncate @min-[35rem]:order-none">
        <MessageText content={content} kind={kind} />
      </span>
      <span className="ml-auto text-faint">{took === null ? '' : formatDuration(took)}</span>
    </li>
  );
}

/** API keys, each collapsed to one line until the user opens it. */
const KeyList = ({ keys }: { keys: ApiKeyOutput[] }) => (
  <section aria-labelledby="keys" className="card min-w-0">
    <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id="keys">
      API keys
    </h2>
    <ul className="divide-y divide-line">
      {keys.map((key) => (
        <KeyRow apiKey={key} key={key._id} />
      ))}
    </ul>
  </section>
);

/** An API key with links to try and manage it; its secret is shown when it is opened. */
function KeyRow({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, keyId } = apiKey;
  const answer = useActionData() as Partial<Revealed> | undefined;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 px-5 py-2">
      <details className="min-w-0 flex-1 basis-64" open={answer?.revealed?.key === _id}>
        <summary className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 text-sm lg:flex-nowrap">
          <h3 className="min-w-0 font-medium [overflow-wrap:anywhere] lg:truncate" title={name}>
            {name}
          </h3>
          <ApiKeyStatus apiKey={apiKey} />
        </summary>
        <dl className="py-2">
          <dt className="text-xs text-faint">API Key</dt>
          <dd>
            <ApiSecret apiKey={apiKey} />
          </dd>
        </dl>
      </details>
      <ApiId apiKey={apiKey} />
      <span className="flex gap-2">
        <Link aria-label={`Try API with ${name}`} className="button-quiet" to={paths.tryKey(keyId)}>
          Try API
        </Link>
        <Link aria-label={`Manage ${name}`} className="button-quiet" to={paths.key(_id)}>
          Manage
        </Link>
      </span>
    </li>
  );
}
