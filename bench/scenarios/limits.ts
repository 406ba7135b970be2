import { freePort } from '#scripts/bootstrap/ports.mjs';
import { root } from '#scripts/root.ts';
import { startServer } from '#scripts/services/server-process.ts';
import type { RegisterPart } from '#scripts/stack/supervise.ts';
import { stoppablePart } from '../stack/stoppable-part.ts';

/**
 * Starts a node:http server that does nothing, in a separate process, as the upper limit of what
 * Node can do.
 */
export async function startBareServer(register: RegisterPart) {
  const port = await freePort();
  const child = await startServer({
    name: 'The bare server',
    ready: /listening/,
    command: process.execPath,
    args: ['--import', 'tsx', 'bench/bare-server.ts', `${port}`],
    cwd: root,
  });
  const part = stoppablePart('bare server', child, () => child.stop());
  register(part);
  return { url: `http://127.0.0.1:${port}/`, stop: part.stop };
}
