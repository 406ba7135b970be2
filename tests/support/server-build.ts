import { resolve } from 'node:path';
import type { ServerBuild } from '@remix-run/node';

type Server = ServerBuild & typeof import('../../server.ts');

/** The built web, with modules of its own. */
export const loadServer = async (): Promise<Server> =>
  (await import(resolve('build/server/index.js'))) as Server;

/** The built web, with the settings of this process. */
export async function loadServerBuild(): Promise<ServerBuild> {
  const build = await loadServer();
  if (!build.hasInstance()) build.configure(process.env);
  return build;
}
