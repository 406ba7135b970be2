import { resolve } from 'node:path';
import type { ServerBuild } from '@remix-run/node';

type Server = ServerBuild & typeof import('../../server.ts');

/** The built web server, with its own instances of its modules. Code called on them uses the settings of this process. */
export async function loadServer(): Promise<Server> {
  const server = (await import(resolve('build/server/index.js'))) as Server;
  if (!server.hasInstance()) server.configure(process.env);
  return server;
}

/** The routes of the built web server. */
export const loadServerBuild = (): Promise<ServerBuild> => loadServer();
