import type { RequestListener } from 'node:http';
import { toStopMs } from '#platform/http/graceful-shutdown.ts';
import { hasInstance } from '#platform/instance.ts';
import { reportStart } from '#platform/processes/messages.ts';
import { isParent, runProcesses } from '#platform/processes/run-processes.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { configure, parseConfig } from '#platform/settings.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { createWeb } from './server/create-web.ts';

export * from 'virtual:remix/server-build';
export { configure, createWeb, hasInstance, parseConfig };

/**
 * Runs the web server with the settings of the environment, until a signal ends it.
 *
 * @param answer handles the requests; by default `listener`. With another one, there is only one process
 */
export async function startWeb(answer?: RequestListener): Promise<void> {
  if (!answer && isParent(process.env.WEB_PROCESSES)) {
    configure(process.env);
    const { WEB_PROCESSES: count, DRAIN_SECONDS } = serverSettings;
    return runProcesses({ count, stepMs: 0, limitMs: toStopMs(DRAIN_SECONDS * 1_000) });
  }
  const web = await createWeb(parseConfig(process.env), answer);
  endOnSignal(web.stop, web.stopMs);
  reportStart();
}
