import type { RequestListener } from 'node:http';
import { hasInstance } from '#platform/instance.ts';
import { configure, parseConfig } from '#platform/settings.ts';
import { endOnSignal } from '#platform/shutdown.ts';
import { createWeb } from './server/create-web.ts';

export * from 'virtual:remix/server-build';
export { configure, createWeb, hasInstance, parseConfig };

/**
 * Runs the web server with the settings of the environment, until a signal ends it.
 *
 * @param answer handles the requests; by default `listener`
 */
export async function startWeb(answer?: RequestListener): Promise<void> {
  const web = await createWeb(parseConfig(process.env), answer);
  endOnSignal(web.stop, web.stopMs);
}
