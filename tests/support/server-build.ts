import { resolve } from 'node:path';
import type { ServerBuild } from '@remix-run/node';

type Build = ServerBuild & Pick<typeof import('../../server.ts'), 'configure' | 'hasInstance'>;

/** The built web, with modules of its own, which have the settings of this process. */
export async function loadServerBuild(): Promise<ServerBuild> {
  const build = (await import(resolve('build/server/index.js'))) as Build;
  if (!build.hasInstance()) build.configure(process.env);
  return build;
}
