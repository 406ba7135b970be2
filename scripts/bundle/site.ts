import { inherited } from '../environment.ts';
import { root } from '../root.ts';
import { runToEnd } from '../services/run-to-end.ts';

/**
 * Builds the Remix app into build/client and build/server.
 *
 * @throws Error with what the compiler said
 */
export async function buildSite(): Promise<void> {
  await runToEnd({
    name: 'remix vite:build',
    command: process.execPath,
    args: ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'],
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production' },
  });
}
