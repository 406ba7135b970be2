import { runStack } from './stack/stack.ts';

const watch = ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false'];

/**
 * Files whose changes restart the web server, because their modules own connections. Changes in `app` and `domain` are loaded
 * at run time.
 */
const startsAnew = ['server.ts', 'server/**/*', 'platform/**/*', 'product.ts'];

const programs = {
  web: [...watch, ...startsAnew.flatMap((files) => ['--include', files]), 'scripts/dev-web.ts'],
  worker: [...watch, 'worker/index.ts'],
  sandbox: [...watch, 'sandbox/index.ts'],
  seed: ['--import', 'tsx', 'prisma/seed.ts'],
};

runStack({
  title: 'Dakiya development server (reloads on change)',
  NODE_ENV: 'development',
  run: (name) => programs[name],
});
