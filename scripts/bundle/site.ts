import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inherited } from '../environment.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/run-command.ts';

/**
 * Builds the web: what browsers load into build/client, and the server into build/server, where loading
 * index.js starts nothing and start.js starts the server.
 *
 * @throws Error with the output of the compiler
 */
export async function buildSite(): Promise<void> {
  await runCommand({
    name: 'remix vite:build',
    command: process.execPath,
    args: ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build'],
    cwd: root,
    env: { ...inherited, NODE_ENV: 'production' },
  });
  await writeFile(
    join(root, 'build/server/start.js'),
    "import { startWeb } from './index.js';\n\nawait startWeb();\n",
  );
}
