import { root } from '#scripts/root.ts';
import { startServer } from '#scripts/services/server-process.ts';
import { withServices } from './programs.ts';

/**
 * The build behind Remix's ordinary request handler: every address is matched against all routes. What it answers
 * to programs, the product must answer as well, which takes a short cut.
 *
 * @param settings those of the product that it is compared with
 */
export async function aRemixDoor(settings: Record<string, string> = {}) {
  let port = '';
  const child = await startServer({
    name: 'remix door',
    ready: /^listens on port/,
    onLine: (line) => {
      port ||= /^listens on port (\d+)$/.exec(line)?.[1] ?? '';
    },
    command: process.execPath,
    args: ['--import', 'tsx', 'tests/support/remix-door-program.ts'],
    cwd: root,
    env: withServices({
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_HARD_PER_SECOND: '100000',
      ...settings,
    }),
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.stop() };
}
