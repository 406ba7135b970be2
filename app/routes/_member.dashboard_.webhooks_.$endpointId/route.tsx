import { data } from '@remix-run/node';
import { Form, Link, type Params, useActionData, useLoaderData } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import { BarStrip, FigureTable } from '#app/charts/charts.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/icons.tsx';
import { PrimaryLink, QuietLink, TextLink } from '#app/components/links.tsx';
import { usePageProgress } from '#app/components/progress.tsx';
import { PageBelow, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { orToast } from '#app/forms/submit.server.ts';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { endOfDayInIndia } from '#app/keys/key-forms.ts';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { testEventData } from '#app/webhooks/describe-events.server.ts';
import {
  overlaps,
  recoverForm,
  recoverFormId,
  rotateForm,
  rotateFormId,
  testForm,
  testFormId,
} from '#app/webhooks/forms.ts';
import { formIdempotency, orNotFound } from '#app/webhooks/require-known-keys.server.ts';
import {
  backToEndpoints,
  HealthStamp,
  HealthText,
  TestEvent,
} from '#app/webhooks/webhook-page.tsx';
import { formatCount, formatDuration, formatShare } from '#domain/shared/format.browser.ts';
import { formats } from '#domain/webhooks/endpoint-contract.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import {
  rotateSigningSecretOnce,
  showSigningSecret,
} from '#domain/webhooks/endpoints/rotate-secret.ts';
import { recoverEvents } from '#domain/webhooks/log/recover-events.ts';
import { sendTestEvent } from '#domain/webhooks/log/replay-event.ts';
import { EventTable } from './event-table.tsx';
import { type EndpointView, loadEndpoint } from './load-endpoint.server.ts';
import { Replays } from './replays.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'webhooks',
  ({ endpoint }: EndpointView) => endpoint.description ?? endpoint.url,
);
export const meta = pageBelowMeta(handle, 'Webhook endpoint');

/** The reply of an action that reveals a signing secret. */
type RevealedSecret = { secret: string };

const forms = screenForms({
  reveal: {
    recentSignIn: { for: 'reveal_webhook_secret' },
    act: async ({ userId }, _, { params }) => {
      const secret = await orNotFound(() => showSigningSecret(userId, idOf(params)));
      return data({ secret } satisfies RevealedSecret);
    },
  },
  rotate: formAct({
    recentSignIn: { for: 'rotate_webhook_secret' },
    schema: rotateForm,
    formId: rotateFormId,
    fallback: fallbacks.rotateWebhook,
    run: async ({ overlapHours }, { signedIn: { userId }, form, params }) => {
      const id = idOf(params);
      const hours = Number(overlapHours);
      const once = formIdempotency(userId, form.get('once'), [id, hours]);
      await rotateSigningSecretOnce(userId, id, hours, once);
      const title = 'Signing secret rotated';
      return redirectDone(paths.webhook(id), title, 'Select Show to see the new secret.');
    },
  }),
  'turn-on': {
    recentSignIn: { for: 'change_webhook' },
    act: ({ userId }, _, { context, params }) => {
      const to = paths.webhook(idOf(params));
      return orToast({ to, fallback: fallbacks.webhook }, async () => {
        const { exactAddress: from } = toClientAddresses(context);
        await changeEndpoint({ userId, keyId: null, from }, idOf(params), { enabled: true });
        return redirectDone(to, 'Webhook endpoint turned on');
      });
    },
  },
  test: formAct({
    recentSignIn: false,
    schema: testForm,
    formId: testFormId,
    fallback: fallbacks.testWebhook,
    run: async ({ type }, { signedIn: { userId }, params }) => {
      const event = await sendTestEvent(userId, idOf(params), type, testEventData(type));
      return redirectDone(paths.webhookEvent(event._id), 'Test event on its way');
    },
  }),
  recover: formAct({
    recentSignIn: false,
    schema: recoverForm,
    formId: recoverFormId,
    fallback: fallbacks.replayWebhook,
    isRestored: true,
    run: (value, { signedIn: { userId }, params }) => recover(userId, idOf(params), value),
  }),
});

const idOf = ({ endpointId = '' }: Params) => endpointId;

const dayMs = 86_400_000;

/** Replays events that failed between the start of the first day and the end of the last, in India. */
async function recover(userId: string, id: string, { from, to }: z.output<typeof recoverForm>) {
  const since = new Date(endOfDayInIndia(from).getTime() + 1 - dayMs);
  const until = new Date(endOfDayInIndia(to).getTime() + 1);
  const span = { since: since.toISOString(), until: until.toISOString() };
  await recoverEvents(userId, id, span);
  return redirectDone(`${paths.webhook(id)}#replays`, 'Failed events are being replayed');
}

export const loader = loadScreen('webhooks', loadEndpoint, forms.showDraft);

export const action = actOnScreen('webhooks', forms.act, forms);

export default confirmFirst(Webhook);

/** How often, and for how long, the page is reloaded while waiting events are posted, in milliseconds. */
const everyMs = 2_000;
const longestMs = 60_000;

/**
 * Reloads the page while waiting events are posted, so that the visitor sees them arrive, for example after correcting the
 * address. Stops after a minute, because a busy endpoint always has waiting events.
 *
 * @param url the address of the endpoint; the minute restarts when it changes
 */
function useArrivingEvents(isPosting: boolean, url: string): void {
  const [endedFor, setEndedFor] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setEndedFor(url), longestMs);
    return () => clearTimeout(timer);
  }, [url]);
  usePageProgress(isPosting && endedFor !== url, everyMs);
}

/** An endpoint: its health, its secret, its events, and a replay of failed events. */
function Webhook() {
  const { endpoint, health, limits, bars, events, filter, recoveries, days, once } =
    useLoaderData<typeof loader>();
  const { _id, url, description, enabled, livemode, format } = endpoint;
  const fails = enabled && endpoint.failures > 0;
  const isReplaying = recoveries.some(({ status }) => status === 'running');
  useArrivingEvents(enabled && !fails && !isReplaying && health.waiting > 0, url);
  return (
    <PageBelow
      actions={
        <>
          {enabled ? (
            <TestEvent
              isMain={!fails}
              note="The test event is signed and retried like any other event."
            />
          ) : (
            <Form data-fallback={fallbacks.webhook} method="post">
              <button className="button-primary" name="intent" type="submit" value="turn-on">
                Turn on
              </button>
            </Form>
          )}
          {fails ? (
            <PrimaryLink to={paths.editWebhook(_id)}>Change</PrimaryLink>
          ) : (
            <QuietLink to={paths.editWebhook(_id)}>Change</QuietLink>
          )}
        </>
      }
      back={backToEndpoints}
      mark={
        <span className="flex gap-1.5">
          {livemode ? null : <TestStamp />}
          <HealthStamp endpoint={endpoint} />
        </span>
      }
      title={null}
    >
      <div className="-mt-2 grid gap-2">
        {description === null ? null : (
          <code className="font-mono text-xs [overflow-wrap:anywhere]">{url}</code>
        )}
        <code className="font-mono text-xs break-all text-faint">{_id}</code>
        {format === 'standard' ? null : (
          <p className="text-sm text-faint">
            The endpoint gets {formats[format].replaceAll('`', '')}.
          </p>
        )}
        <HealthText endpoint={endpoint} />
      </div>
      <Health bars={bars} endpoint={endpoint} health={health} limits={limits} />
      <div className="grid min-w-0 grid-cols-1 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <SigningSecret endpointId={_id} once={once} />
        <Replays days={days} endpoint={endpoint} recoveries={recoveries} />
      </div>
      <EventTable endpointId={_id} events={events} filter={filter} />
    </PageBelow>
  );
}

type HealthProps = Pick<EndpointView, 'endpoint' | 'health' | 'limits' | 'bars'>;

/** The results of the last attempts, over time and by kind of failure. */
function Health({ endpoint, health, limits, bars }: HealthProps) {
  const { attempts, succeeded, p95Ms, since, waiting, failures } = health;
  const isMore = waiting >= limits.maxCountedWaiting;
  return (
    <TitledCard
      heading="h2"
      id="health"
      title={`Attempts (the last ${formatCount(limits.countedAttempts)} at most)`}
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 py-4 @2xl:grid-cols-4">
        <Figure label="Succeeded">{formatShare(succeeded, attempts)}</Figure>
        <Figure label="p95">{p95Ms === null ? '–' : formatDuration(p95Ms)}</Figure>
        <Figure label="Attempts">{formatCount(attempts)}</Figure>
        <Figure label="Events waiting">
          <span aria-live="polite">
            {formatCount(waiting)}
            {isMore ? ' or more' : ''}
          </span>
        </Figure>
      </dl>
      {since ? (
        <Attempts bars={bars} />
      ) : (
        <p className="px-5 pb-4 text-sm text-faint">
          Nothing was posted yet.
          {endpoint.enabled ? ' Send a test event to try it out.' : ''}
        </p>
      )}
      {failures.length > 0 ? (
        <div className="border-t border-line px-5 py-3">
          <h3 className="pb-1 text-xs text-faint">Why attempts failed</h3>
          <ul className="divide-y divide-line">
            {failures.map((failure) => (
              <FailureGroup failure={failure} key={`${failure.status} ${failure.error}`} />
            ))}
          </ul>
        </div>
      ) : null}
    </TitledCard>
  );
}

/**
 * Attempts that failed in the same way, with a link to the event of the last attempt. There, the user can post the
 * event again.
 */
const FailureGroup = ({ failure }: { failure: EndpointView['health']['failures'][number] }) => {
  const { error, count, first, last, eventId } = failure;
  return (
    <li className="grid gap-x-4 gap-y-1 py-2 text-sm @2xl:grid-cols-[1fr_auto] @2xl:items-baseline">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-mono text-xs tabular-nums">{formatCount(count)} ×</span> {error}
        <span className="block text-xs text-faint">
          {count > 1 ? (
            <>
              <Timestamp at={new Date(first)} /> to <Timestamp at={new Date(last)} />
            </>
          ) : (
            <Timestamp at={new Date(last)} />
          )}
        </span>
      </span>
      <Link className="link justify-self-start py-1 text-xs" to={paths.webhookEvent(eventId)}>
        {count > 1 ? 'Latest event' : 'Event'}
      </Link>
    </li>
  );
};

/** The results of the attempts over time. */
const Attempts = ({ bars }: Pick<EndpointView, 'bars'>) => (
  <div className="px-5 pb-4">
    <BarStrip
      bars={bars}
      say={({ name, counts }) =>
        `${name}: ${formatCount(counts.delivered)} succeeded, ${formatCount(counts.failed)} failed`
      }
      title="Attempts by time; successful attempts are below failed ones"
    />
    <details className="text-xs">
      <summary className="w-fit cursor-pointer py-1 text-faint">Show as a table</summary>
      <FigureTable
        caption="Attempts by time in India, newest first"
        columns={['Time in India', 'Succeeded', 'Failed']}
        rows={bars
          .filter(({ counts }) => counts.accepted > 0)
          .toReversed()
          .map(({ name, counts }) => ({
            ...{ id: name, head: name },
            cells: [counts.delivered, counts.failed].map(formatCount),
          }))}
      />
    </details>
  </div>
);

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="font-mono text-lg tabular-nums">{children}</dd>
    </div>
  );
}

/** The secret with which events are signed, masked until it is revealed. */
function SigningSecret({ endpointId, once }: { endpointId: string; once: string }) {
  const { secret } = (useActionData() as Partial<RevealedSecret> | undefined) ?? {};
  return (
    <TitledCard heading="h2" id="secret" title="Signing secret">
      <div className="grid gap-3 px-5 py-4">
        {secret === undefined ? (
          <Form className="flex min-h-9 items-center gap-2" method="post" preventScrollReset>
            <input name="intent" type="hidden" value="reveal" />
            <span aria-hidden="true" className="font-mono text-xs text-faint">
              whsec_••••••••••••
            </span>
            <button className="link min-h-6 cursor-pointer text-xs" type="submit">
              Show<span className="sr-only"> the signing secret</span>
            </button>
          </Form>
        ) : (
          <div className="flex min-w-0 items-start gap-2">
            <code className="min-w-0 py-2 font-mono text-xs break-all">{secret}</code>
            <CopyButton label="Signing secret" text={secret} />
            <Link
              className="link flex min-h-9 items-center text-xs"
              preventScrollReset
              replace
              to={paths.webhook(endpointId)}
            >
              Hide<span className="sr-only"> the signing secret</span>
            </Link>
          </div>
        )}
        <p className="text-xs text-faint">
          Verify each request with the secret: anyone can post to your address.{' '}
          <TextLink to={paths.ownDocsSection('webhooks')}>How to verify</TextLink>
        </p>
        <Rotate once={once} />
      </div>
    </TitledCard>
  );
}

/** Gives the endpoint a new secret after a confirmation, with an overlap. */
function Rotate({ once }: { once: string }) {
  const { form, fields } = useValidatedForm({
    id: rotateFormId,
    schema: rotateForm,
    defaultValue: { overlapHours: '24' },
  });
  return (
    <PanelForm
      accessibleName="Rotate the signing secret"
      fallback={fallbacks.rotateWebhook}
      form={form}
      intent="rotate"
      label="Rotate"
    >
      <input name="once" type="hidden" value={once} />
      <p className="text-sm">
        Give this endpoint a new secret? Until the old secret expires, each request has two
        signatures, one with each secret.
      </p>
      <Select field={fields.overlapHours} label="The old secret" options={overlaps} />
      <SubmitLine busy="Rotating...">Rotate secret</SubmitLine>
    </PanelForm>
  );
}
