import { useFetcher, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { Panel } from '#app/components/disclosure.tsx';
import { ProgressLink, useProgress } from '#app/components/progress.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { recoverForm, recoverFormId } from '#app/webhooks/forms.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import type { EndpointView } from './load-endpoint.server.ts';

type ReplaysProps = Pick<EndpointView, 'endpoint' | 'recoveries' | 'days'>;

/** Replays the failed events of some days, and shows the progress of the last replays. */
export function Replays({ endpoint, recoveries: loaded, days }: ReplaysProps) {
  const { recoveries, isRunning } = useRecoveries(endpoint._id, loaded);
  return (
    <section aria-labelledby="replays-title" className="card min-w-0 scroll-mt-4" id="replays">
      <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id="replays-title">
        Replay what failed
      </h2>
      <div className="grid gap-4 px-5 py-4">
        <p className="text-sm text-faint">
          When your server works again, we can post failed events again, with the same ids. Choose
          the days of the events.
        </p>
        {isRunning ? (
          <div className="grid gap-2 text-sm">
            <p>A replay is running. When it is done, another replay can begin.</p>
            <ProgressLink />
          </div>
        ) : null}
        {isRunning || !endpoint.enabled ? null : <RecoverForm days={days} />}
        {isRunning || endpoint.enabled ? null : (
          <p className="text-sm">To replay events, first turn the endpoint on.</p>
        )}
      </div>
      {recoveries.length > 0 ? <Recoveries recoveries={recoveries} /> : null}
    </section>
  );
}

function RecoverForm({ days }: Pick<EndpointView, 'days'>) {
  const { form, fields, reply } = useValidatedForm({
    id: recoverFormId,
    schema: recoverForm,
    defaultValue: days,
  });
  return (
    <Panel keepOpen={reply !== undefined} label="Replay failed events">
      <ValidatedForm className="grid gap-4" fallback={fallbacks.replayWebhook} form={form}>
        <Field field={fields.from} label="First day" type="date" />
        <Field field={fields.to} hint="Days are in India time." label="Last day" type="date" />
        <div>
          <SubmitButton busy="Starting..." intent="recover">
            Replay
          </SubmitButton>
        </div>
      </ValidatedForm>
    </Panel>
  );
}

const colours: Record<EndpointView['recoveries'][number]['status'], string> = {
  running: 'text-airmail',
  done: 'text-good',
  failed: 'text-bad',
};

function Recoveries({ recoveries }: Pick<EndpointView, 'recoveries'>) {
  return (
    <ul className="divide-y divide-line border-t border-line">
      {recoveries.map(({ _id, status, since, until, looked, replayed, failure }) => (
        <li className="grid gap-1 px-5 py-2.5 text-sm" key={_id}>
          <span className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="text-faint">
              <Timestamp at={new Date(since)} /> to <Timestamp at={new Date(until)} />
            </span>
            <span className={`stamp ${colours[status]}`}>{status}</span>
          </span>
          <span aria-live="polite" className="text-xs text-faint">
            {describeReplay({ status, replayed, looked })}
            {failure === null ? '' : ` ${failure}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Replay = Pick<EndpointView['recoveries'][number], 'status' | 'replayed' | 'looked'>;

/** Describes the progress of a replay. */
function describeReplay({ status, replayed, looked }: Replay): string {
  const events = `${formatCount(looked)} ${looked === 1 ? 'event' : 'events'}`;
  if (status === 'done' && replayed === 0)
    return `Nothing to post again: no failure among the ${events} of this period.`;
  return `${formatCount(replayed)} of ${events} queued again.`;
}

/** How often the page asks for the progress, in milliseconds. */
const everyMs = 2_000;

type ShownRecoveries = EndpointView['recoveries'];

const runs = (recoveries: ShownRecoveries) => recoveries.some(({ status }) => status === 'running');

/**
 * The recoveries of an endpoint. While a recovery runs, only the recoveries are reloaded. When the last recovery has ended,
 * the whole page is reloaded.
 *
 * @param loaded the recoveries that the page has loaded
 */
function useRecoveries(endpointId: string, loaded: ShownRecoveries) {
  const fetcher = useFetcher<{ recoveries: ShownRecoveries }>();
  const { revalidate } = useRevalidator();
  const { load: loadFrom } = fetcher;
  const load = useCallback(
    () => loadFrom(paths.webhookReplays(endpointId)),
    [loadFrom, endpointId],
  );
  const wasRunning = runs(loaded);
  const recoveries = (wasRunning && fetcher.data?.recoveries) || loaded;
  const isRunning = runs(recoveries);
  useProgress({ isRunning, everyMs, isIdle: fetcher.state === 'idle', load });
  useEffect(() => {
    if (wasRunning && !isRunning) revalidate();
  }, [wasRunning, isRunning, revalidate]);
  return { recoveries, isRunning };
}
