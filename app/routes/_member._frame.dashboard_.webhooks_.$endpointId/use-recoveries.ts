import { useFetcher, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect } from 'react';
import { useProgress } from '#app/components/use-progress.ts';
import { paths } from '#app/paths.ts';
import type { EndpointView } from './load-endpoint.server.ts';

/** How often the page asks for the progress, in milliseconds. */
const everyMs = 2_000;

type Recoveries = EndpointView['recoveries'];

const runs = (recoveries: Recoveries) => recoveries.some(({ status }) => status === 'running');

/**
 * The recoveries of an endpoint, loaded again alone while one runs, and with the rest of the page when none does any more.
 *
 * @param loaded as the page has loaded them
 */
export function useRecoveries(endpointId: string, loaded: Recoveries) {
  const fetcher = useFetcher<{ recoveries: Recoveries }>();
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
