import type { ActionFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { FigureTable } from '#app/charts/charts.tsx';
import { Detail, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import { IntentButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { ReasonPanel, testMessageForm } from '#app/operator/act-forms.tsx';
import { ChangeCarrierCard } from '#app/operator/carrier-forms.tsx';
import { carrierInput, toCarrier } from '#app/operator/carrier-input.server.ts';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { runCarrierAct } from '#app/operator/shared-acts.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  isSameAccess,
  keepPasswords,
  pauseCarrier,
  removeCarrier,
  replaceCarrier,
} from '#domain/delivery/routing/manage-carriers.ts';
import { hasPermission, type Permission } from '#domain/identity/operators/permissions.ts';
import { reasonForm } from '#domain/messaging/support/contract.browser.ts';
import {
  formatCount,
  formatLatency,
  formatPercent,
  percentOf,
} from '#domain/shared/format.browser.ts';
import {
  type CarrierTest,
  findOr404,
  loadCarrier,
  sendOver,
  testBindsOf,
} from './load-carrier.server.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'carriers',
  nameOf: (view) => (view as { name: string }).name,
};
export const meta = () => noIndexMeta('Carrier');

const nameOf = ({ params }: Pick<ActionFunctionArgs, 'params'>) => params.name ?? '';

export const loader = loadForOperator('carriers.read', async ({ role }, args) => ({
  ...(await loadCarrier(nameOf(args))),
  may: {
    pause: hasPermission(role, 'carriers.pause'),
    test: hasPermission(role, 'carriers.test'),
    change: hasPermission(role, 'carriers.change'),
    unread: hasPermission(role, 'carriers.unread'),
  },
}));

/** An act that needs only a reason. `run` returns the title of the toast. @param to the page afterwards */
const withReason = (
  permission: Permission,
  to: (name: string) => string,
  run: (name: string, reason: string) => Promise<string>,
) =>
  formAct({
    permission,
    schema: reasonForm,
    fallback: fallbacks.carrier,
    run: async ({ reason }, args) => {
      const name = nameOf(args);
      return redirectDone(to(name), await runCarrierAct(() => run(name, reason)));
    },
  });

export const action = actForOperator({
  pause: withReason('carriers.pause', paths.operatorCarrier, async (name, reason) => {
    await pauseCarrier(name, true, { reason });
    return `Paused ${name}`;
  }),
  resume: withReason('carriers.pause', paths.operatorCarrier, async (name, reason) => {
    await pauseCarrier(name, false, { reason });
    return `${name} is in use`;
  }),
  remove: withReason(
    'carriers.change',
    () => paths.operator('carriers'),
    async (name, reason) => {
      await removeCarrier(name, { reason });
      return `Removed ${name}`;
    },
  ),
  change: formAct({
    permission: 'carriers.change',
    schema: carrierInput,
    fallback: fallbacks.carrier,
    run: async ({ reason, ...typed }, args) => {
      const { config } = await findOr404(nameOf(args));
      const settings = toCarrier(config.name, typed);
      const isKnown = config.binds.some((bind) => isSameAccess(bind, settings));
      const complete = await runCarrierAct(() => keepPasswords(settings, config), {
        carrierError: isKnown || settings.password !== undefined ? 'more' : 'password',
      });
      await runCarrierAct(() => replaceCarrier(complete, { reason }), { zodError: 'more' });
      return redirectDone(paths.operatorCarrier(config.name), `Changed ${config.name}`);
    },
  }),
  'test-binds': {
    permission: 'carriers.test',
    act: async (_, __, args) => ({ test: await testBindsOf(nameOf(args)) }),
  },
  'test-message': formAct({
    permission: 'carriers.test',
    schema: testMessageForm,
    fallback: fallbacks.testCarrier,
    run: async (message, args) => ({
      test: await runCarrierAct(() => sendOver(nameOf(args), message)),
    }),
  }),
});

export default confirmFirst(CarrierPage, { hasHeading: true });

/** A carrier: its state and settings, and what an operator can do with it. */
function CarrierPage() {
  const view = useLoaderData<typeof loader>();
  const { name, may } = view;
  return (
    <>
      <State view={view} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Connections view={view} />
          <Figures view={view} />
          {may.test ? <Tests name={name} /> : null}
        </div>
        {may.change && view.source === 'operator' ? (
          <ChangeCarrierCard key={name} settings={view.settings} />
        ) : null}
      </div>
    </>
  );
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;
type ViewProps = { view: View };

const formatAccess = ({ mode, host, port, connections }: View['binds'][number]) =>
  `${connections} × ${mode} ${host}:${port}`;

function State({ view: { name, pausedAt, out, source, rate, window, binds, may } }: ViewProps) {
  return (
    <TitledCard
      aside={
        <div className="relative flex flex-wrap gap-2">
          {may.pause && pausedAt ? (
            <ReasonPanel
              alignRight="always"
              inRow
              fallback={fallbacks.carrier}
              intent="resume"
              label="Resume"
              name={name}
            >
              Workers send messages over {name} again within a second.
            </ReasonPanel>
          ) : null}
          {may.pause && !pausedAt ? (
            <ReasonPanel
              alignRight="always"
              inRow
              fallback={fallbacks.carrier}
              intent="pause"
              label="Pause"
              name={name}
            >
              No messages are sent over {name}, but its receipts are still received. Messages that
              no other carrier can take wait for {name}, and expire when their validity ends.
            </ReasonPanel>
          ) : null}
          {may.change && source === 'operator' ? (
            <ReasonPanel
              alignRight="always"
              inRow
              danger
              fallback={fallbacks.carrier}
              intent="remove"
              label="Remove"
              name={name}
            >
              Workers finish their submits to {name} and unbind. Receipts that arrive later are not
              received, so first pause {name} and wait for its receipts.
            </ReasonPanel>
          ) : null}
        </div>
      }
      heading="h2"
      id="state"
      title={pausedAt ? 'Paused' : out ? 'Unhealthy' : 'In use'}
    >
      <dl className="@container grid gap-2 px-5 py-4 text-sm">
        {pausedAt ? (
          <Detail label="Paused">
            since <Timestamp at={pausedAt} />
          </Detail>
        ) : null}
        {out ? (
          <Detail label="Health">
            tried last since <Timestamp at={new Date(out.since)} />: {out.reason}
          </Detail>
        ) : (
          <Detail label="Health">healthy</Detail>
        )}
        <Detail label="Binds">{binds.map(formatAccess).join(', ')} per worker</Detail>
        <Detail label="Window">{formatCount(window)} submits without a response</Detail>
        <Detail label="Rate">{formatCount(rate)} submits a second, shared by all workers</Detail>
        <Detail label="From">
          {source === 'settings'
            ? 'the settings CARRIERS or SMPP_…: change them there, and restart the workers'
            : 'an operator'}
        </Detail>
        {may.unread ? (
          <Detail label="Unread">
            <Link className="link" to={paths.operatorUnread(name)}>
              PDUs and receipts that we could not read
            </Link>
          </Detail>
        ) : null}
      </dl>
    </TitledCard>
  );
}

const bindStates = {
  bound: { name: 'Bound', tone: 'text-good' },
  reconnecting: { name: 'Reconnecting', tone: 'text-bad' },
  lost: { name: 'Worker lost', tone: 'text-bad' },
};

const Connections = ({ view: { workers } }: ViewProps) => (
  <TitledCard
    heading="h2"
    id="connections"
    text="Each worker updates its line every ten seconds. A worker that was killed stays here for a day."
    title="Connections"
  >
    {workers.length > 0 ? (
      <ul className="divide-y divide-line text-sm">
        {workers.map(({ id, host, pid, state, bound, connections, since }) => (
          <li
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-2"
            key={id}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              worker on {host} <span className="text-xs text-faint">process {pid}</span>
            </span>
            <span className="flex flex-wrap items-baseline gap-x-3 text-xs text-faint">
              <span className={`stamp ${bindStates[state].tone}`}>{bindStates[state].name}</span>
              <span>
                {state === 'lost' ? null : `${bound} of ${connections} connections, `}since{' '}
                <Timestamp at={since} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    ) : (
      <p className="px-5 py-4 text-sm text-faint">No worker has opened this carrier.</p>
    )}
  </TitledCard>
);

const Figures = ({ view: { figures } }: ViewProps) => (
  <TitledCard heading="h2" id="figures" title="Last 15 minutes">
    {figures ? (
      <div className="px-5 py-2">
        <FigureTable
          caption="Figures of the last 15 minutes"
          columns={['Kind', 'Submitted', 'Delivered', 'Failed', 'Rejected', 'Rate', 'p50', 'p99']}
          rows={[
            {
              id: 'all',
              head: 'Messages',
              cells: [
                ...[figures.submitted, figures.delivered, figures.failed, figures.rejected].map(
                  formatCount,
                ),
                formatPercent(percentOf(figures.delivered, figures.delivered + figures.failed)),
                ...[figures.p50, figures.p99].map(formatLatency),
              ],
            },
          ]}
        />
      </div>
    ) : (
      <p className="px-5 py-4 text-sm text-faint">No message had a result in this period.</p>
    )}
  </TitledCard>
);

function Tests({ name }: { name: string }) {
  const reply = useActionData() as { test?: CarrierTest } | undefined;
  const { form, fields } = useValidatedForm({ id: 'test-message', schema: testMessageForm });
  return (
    <TitledCard
      aside={
        <Form method="post" preventScrollReset>
          <IntentButton value="test-binds">Test the binds</IntentButton>
        </Form>
      }
      heading="h2"
      id="test"
      text="Testing the binds sends no message. A test message is really sent; no account pays for it, and no log shows it. The page waits up to 40 seconds for the receipt."
      title="Test"
    >
      {reply?.test ? (
        <div className="border-b border-line px-5 py-3 text-sm" role="status">
          {reply.test.lines.map((line) => (
            <p
              className={`[overflow-wrap:anywhere] ${reply.test?.isGood ? 'text-good' : 'text-bad'}`}
              key={line}
            >
              {line}
            </p>
          ))}
        </div>
      ) : null}
      <div className="px-5 py-4">
        <ValidatedForm fallback={fallbacks.testCarrier} form={form} intent="test-message">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field field={fields.to} label="To" />
            <Field field={fields.sender} label="Header" />
          </div>
          <TextArea field={fields.text} label="Text" />
          <Field field={fields.templateId} hint="Optional." label="DLT template id" />
          <SubmitLine busy="Sending...">{`Send over ${name}`}</SubmitLine>
        </ValidatedForm>
      </div>
    </TitledCard>
  );
}
